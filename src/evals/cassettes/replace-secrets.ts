/** What stands where a secret stood. */
export const hiddenSecret = '[secret]'

/**
 * Replaces these texts wherever they stand within a value, in names too: also where JSON within a
 * text spells them with escapes.
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
