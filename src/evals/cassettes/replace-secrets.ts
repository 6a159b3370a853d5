/** Replaces a secret in a recording. */
export const hiddenSecret = '[secret]'

/**
 * Replaces these texts anywhere in a value, including names and JSON strings that contain them with
 * escapes.
 */
export const replaceSecrets = <Value>(value: Value, secrets: readonly string[]): Value => {
  const spelled = [
    ...new Set(
      secrets.flatMap((secret) =>
        secret === '' ? [] : [secret, JSON.stringify(secret).slice(1, -1)],
      ),
    ),
  ].toSorted((one, other) => other.length - one.length)
  return spelled.length === 0 ? value : (replaceIn(value, spelled) as Value)
}

const replaceIn = (value: unknown, secrets: readonly string[]): unknown => {
  if (typeof value === 'string')
    return secrets.reduce((text, secret) => text.replaceAll(secret, hiddenSecret), value)
  if (Array.isArray(value)) return value.map((entry) => replaceIn(entry, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      replaceIn(name, secrets),
      replaceIn(entry, secrets),
    ]),
  )
}
