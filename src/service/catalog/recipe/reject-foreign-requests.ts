import type { AccountRecipe } from '../../../contract/recipe/account.ts'
import type { AuthSchemeDefinition } from '../../auth-schemes/index.ts'
import { ServiceError } from '../../service-error.ts'
import type { ToolkitDefinition } from '../definitions.ts'
import { absoluteServers, authorityOf, serversOf } from '../toolkit-servers.ts'

/**
 * Refuses requests of a recipe that would send a user's credential to a host that is neither the
 * toolkit's nor its provider's.
 */
export const rejectForeignRequests = (toolkit: ToolkitDefinition): void => {
  const known = new Set(
    [
      ...serversOf({ ...toolkit, servers: absoluteServers(toolkit.tools) }).map(authorityOf),
      ...toolkit.authSchemes.flatMap(providerAuthorities),
    ].map((authority) => authority.toLowerCase()),
  )
  const foreign = requestsOf(toolkit.account).filter(
    ({ path }) =>
      /^https?:\/\//i.test(path) && !known.has(authorityOf({ url: path }).toLowerCase()),
  )
  if (foreign.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `The recipe would send credentials to hosts that are not the toolkit's: ${foreign.map(({ at, path }) => `${at}: ${authorityOf({ url: path })}`).join('; ')}`,
    {
      suggestedFix:
        'Give a path below the base URL, or an address at a host of the API or of its OAuth provider',
      errors: foreign.map(({ at }) => `${at}: leads to another host`),
    },
  )
}

const requestsOf = (account: AccountRecipe | undefined): { at: string; path: string }[] => [
  ...(account?.look_ups ?? []).map(({ request }, index) => ({
    at: `recipe.account.look_ups.${index}.request.path`,
    path: request.path,
  })),
  ...(account?.verification
    ? [{ at: 'recipe.account.verification.request.path', path: account.verification.request.path }]
    : []),
]

const providerAuthorities = ({ oauth = {} }: AuthSchemeDefinition): string[] =>
  [oauth.authorizationUrl, oauth.tokenUrl, oauth.refreshUrl, oauth.issuer].flatMap((url) =>
    url === undefined ? [] : [authorityOf({ url })],
  )
