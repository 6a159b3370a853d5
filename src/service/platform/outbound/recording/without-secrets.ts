import { createRedactor } from '../../redaction/index.ts'

const hidden = '[redacted]'

/**
 * Fields that hold secrets of their own in the answers of many APIs, such as a token that was just
 * made.
 */
const secretFields =
  /^(access_?token|refresh_?token|id_?token|client_?secret|api_?key|private_?key|password|secret|authorization)$/i

/**
 * The text without the secrets, however it spells them, and without what fields of secrets hold
 * where it is JSON.
 */
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
    // It only began like JSON.
    return text
  }
}
