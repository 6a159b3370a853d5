import { createRedactor, type Redactor } from '../../redaction/index.ts'

const hidden = '[redacted]'

/** Fields that hold secrets in the responses of many APIs, such as a newly created token. */
const secretFields =
  /^(access_?token|refresh_?token|id_?token|client_?secret|api_?key|private_?key|password|secret|authorization)$/i

/** Redacts the secrets in every spelling and, in JSON, the values of secret fields. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const redactor = createRedactor(secrets)
  const redacted = redactor.text(text)
  const whole = /^\s*[[{]/.test(redacted) ? withoutFields(redacted, redactor) : redacted
  return whole.replaceAll(
    /^(data: ?)([[{].*)$/gm,
    (_all, event: string, json: string) => event + withoutFields(json, redactor),
  )
}

/** A secret in a text of JSON may be spelled with escapes: `\/`, `\u002B`. */
const withoutFields = (text: string, redactor: Redactor): string => {
  let found = false
  try {
    const given: unknown = JSON.parse(text)
    const redacted = redactor.json(given)
    const cleaned = JSON.stringify(redacted, (name, value: unknown) => {
      if (!secretFields.test(name) || typeof value !== 'string') return value
      found = true
      return hidden
    })
    return found || redacted !== given ? cleaned : text
  } catch {
    // Not JSON after all.
    return text
  }
}
