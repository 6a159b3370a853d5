import type { AuthSchemeDefinition } from './definition.ts'
import type { AccountValues, Scheme } from './scheme.ts'

/**
 * An account's values without what comes along when a credential is copied: blanks around it, and the
 * word before it that requests have anyway, such as "Bearer".
 */
export const cleanValues = (
  scheme: Pick<Scheme, 'prefixes'> | undefined,
  { placements = [] }: Pick<AuthSchemeDefinition, 'placements'>,
  values: AccountValues,
): Record<string, unknown> => {
  const prefixes = new Map([
    ...Object.entries(scheme?.prefixes ?? {}),
    ...placements.map(({ field, prefix = '' }) => [field, prefix] as const),
  ])
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? withoutPrefix(withoutBlanks(name, value), prefixes.get(name))
        : value,
    ]),
  )
}

/** Those around a password may be meant. */
const withoutBlanks = (name: string, value: string): string =>
  name === 'password' ? value : value.trim()

/** Another prefix, such as `key-`, may be a part of the key. */
const withoutPrefix = (value: string, prefix = ''): string =>
  /[ =]$/.test(prefix) && `${value} `.toLowerCase().startsWith(prefix.toLowerCase())
    ? value.slice(prefix.length).trimStart()
    : value
