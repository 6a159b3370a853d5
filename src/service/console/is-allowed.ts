/** What a provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * Whether the settings let a person sign in.
 *
 * An e-mail address counts only if the provider says that it is verified: elsewhere anybody may put
 * in another's.
 */
export const isAllowed = (
  claims: Claims,
  { allow, groupsClaim }: { allow: readonly string[]; groupsClaim: string },
): boolean => {
  const email = verifiedEmail(claims)?.toLowerCase()
  const groups = claims[groupsClaim]
  return allow.some((entry) => {
    if (entry.startsWith('group:'))
      return Array.isArray(groups) && groups.includes(entry.slice('group:'.length))
    if (email === undefined) return false
    const wanted = entry.toLowerCase()
    return wanted.startsWith('@')
      ? email.slice(email.lastIndexOf('@')) === wanted
      : email === wanted
  })
}

export const verifiedEmail = ({ email, email_verified }: Claims): string | undefined =>
  typeof email === 'string' && email.length <= 320 && email_verified === true ? email : undefined
