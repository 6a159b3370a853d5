const hidden = '[redacted]'

/** Fields that hold secrets of their own in the answers of many APIs, such as a token that was just made. */
const secretFields = /^(access_?token|refresh_?token|id_?token|client_?secret|api_?key|private_?key|password|secret|authorization)$/i

/** The text without the secrets, however it spells them, and without what fields of secrets hold where it is JSON. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const spelled = secrets.flatMap((secret) => (secret === '' ? [] : [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
  return withoutFields(spelled.toSorted((one, other) => other.length - one.length).reduce((rest, secret) => rest.replaceAll(secret, hidden), text))
}

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
