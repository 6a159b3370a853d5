import type { AuthSchemeDefinition } from '../../../auth-schemes/index.ts'

/**
 * The auth schemes of several descriptions: of each kind that of the first one, with the fields and
 * scopes of the others.
 */
export const mergeSchemes = (
  lists: readonly (readonly AuthSchemeDefinition[])[],
): AuthSchemeDefinition[] => {
  const [only] = lists
  if (only && lists.length === 1) return [...only]
  const merged = new Map<AuthSchemeDefinition['mode'], AuthSchemeDefinition>()
  for (const scheme of lists.flat()) {
    const first = merged.get(scheme.mode)
    merged.set(scheme.mode, first ? merge(first, scheme) : scheme)
  }
  return [...merged.values()]
}

const merge = (first: AuthSchemeDefinition, other: AuthSchemeDefinition): AuthSchemeDefinition => {
  const known = new Set(first.accountFields.map(({ name }) => name))
  return {
    ...first,
    accountFields: [
      ...first.accountFields,
      ...other.accountFields.filter(({ name }) => !known.has(name)),
    ],
    ...(first.oauth && {
      oauth: {
        ...first.oauth,
        ...(other.oauth?.scopes && {
          scopes: { ...other.oauth.scopes, ...first.oauth.scopes },
        }),
      },
    }),
  }
}
