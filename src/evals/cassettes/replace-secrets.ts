/** Replaces a secret in a recording. */
export const hiddenSecret = '[secret]'

/**
 * Replaces these texts anywhere in a value, including names and JSON strings that contain them with
 * escapes, and the secrets that the service issues: links to connect an account, to decide an
 * approval and to read a file, confirmation codes and keys.
 *
 * All secrets of a kind have the same placeholder, so that a request made again with another link
 * is the same request.
 */
export const replaceSecrets = <Value>(value: Value, secrets: readonly string[]): Value => {
  const spelled = [
    ...new Set(
      secrets.flatMap((secret) =>
        secret === '' ? [] : [secret, JSON.stringify(secret).slice(1, -1)],
      ),
    ),
  ].toSorted((one, other) => other.length - one.length)
  return replaceIn(value, spelled) as Value
}

const replaceIn = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string')
    return secrets
      .reduce((text, secret) => text.replaceAll(secret, hiddenSecret), value)
      .replaceAll(issued, `$1${hiddenSecret}`)
  if (Array.isArray(value)) return value.map((entry) => replaceIn(entry, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      replaceIn(name, secrets),
      replaceIn(entry, secrets),
    ]),
  )
}

/**
 * Tokens of the service have at least 128 random bits. Those of files have no prefix but a fixed
 * length, which the ids in addresses of other services do not have.
 */
const issued =
  /(\b(?:lk|al|cc|hk|ru|pb[kmou])_(?=[0-9A-Za-z]{20})|\/files\/(?=[0-9A-Za-z]{27}(?![\w-])))[0-9A-Za-z]+/g
