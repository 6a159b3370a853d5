import { createRedactor } from '../../redaction/index.ts'

const hidden = '[redacted]'

/** Fields that hold secrets in the responses of many APIs, such as a newly created token. */
const secretFields =
  /^(access_?token|refresh_?token|id_?token|client_?secret|api_?key|private_?key|password|secret|authorization)$/i

/** Redacts the secrets in every spelling and, in JSON, the values of secret fields. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  withoutFields(createRedactor(secrets).text(text))

const withoutFields = (text: string): string => {
  if (!/^\s*[[{]/.test(text)) return text
  let found = false
  try {
    const cleaned = JSON.stringify(JSON.parse(text), (name, value: unknown) => {
      if (!secretFields.test(name) || typeof value !== 'string') return value
      found = true
      return hidden
    })
    return found ? cleaned : text
  } catch {
    // Not JSON after all.
    return text
  }
}
