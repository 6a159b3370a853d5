import type { AuthSchemeDefinition, OAuthDefinition } from '../../auth-schemes/index.ts'
import type { ImportWarning } from '../import-warning.ts'

type Known = {
  /** What the request or its recipe says. */
  given: AuthSchemeDefinition[] | undefined
  /** What the server says in its challenge, or its metadata. */
  discovered: AuthSchemeDefinition | undefined
  /** Those of the version before, of the same origin. */
  before: AuthSchemeDefinition[]
  origin: string
}

/** How the users of an MCP server sign in, where it alone knows its authorization server. */
export const completeAuth = ({
  given,
  discovered,
  before,
  origin,
}: Known): { authSchemes: AuthSchemeDefinition[]; warnings: ImportWarning[] } => {
  if (!given) return { authSchemes: discovered ? [discovered] : before, warnings: [] }
  const found = discovered ?? discoveredOf(before)
  return {
    authSchemes: given.map((scheme) =>
      scheme.mode === 'DCR_OAUTH' ? withFound(scheme, found, origin) : scheme,
    ),
    warnings: found
      ? []
      : [
          {
            code: 'issuer_unreachable',
            message: `The server does not say where its users sign in, so ${origin} is taken to be its authorization server`,
            fix: 'Import again later; if the message stays, give auth.oauth.issuer',
          },
        ],
  }
}

export const discoveredOf = (schemes: AuthSchemeDefinition[]): AuthSchemeDefinition | undefined =>
  schemes.find(({ mode }) => mode === 'DCR_OAUTH')

/** Addresses and resource as they were found; what the recipe says of scopes and the like wins. */
const withFound = (
  scheme: AuthSchemeDefinition,
  found: AuthSchemeDefinition | undefined,
  origin: string,
): AuthSchemeDefinition => {
  const { issuer: _placeholder, ...own } = scheme.oauth ?? {}
  const oauth: OAuthDefinition = {
    ...(found?.oauth ?? { issuer: origin }),
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  }
  return {
    ...scheme,
    authConfigFields: found?.authConfigFields ?? scheme.authConfigFields,
    oauth,
  }
}
