import type { CustomConnectionData, ProxyRequest } from '../../../contract/proxy.ts'
import { parseProxyEndpoint } from '../../../contract/proxy-endpoint.ts'
import {
  toCredential,
  whyUnusable,
  type Accounts,
  type ChosenAccount,
} from '../../accounts/index.ts'
import type { AuthConfigs } from '../../auth-configs/index.ts'
import { findScheme } from '../../auth-schemes/index.ts'
import { hostVariables, serversOf, type Catalog, type Toolkit } from '../../catalog/index.ts'
import { listSome } from '../../platform/list-some.ts'
import type { Project } from '../../endpoint/index.ts'
import { ServiceError } from '../../service-error.ts'
import { allowedOrigins, sharedSecretProblem } from '../account-servers.ts'
import { toCustomCredential } from '../custom-credential.ts'
import { unsupportedScheme } from '../unsupported-scheme.ts'
import type { ProxyTarget } from './proxy-target.ts'

type Parts = { catalog: Catalog; accounts: Accounts; authConfigs: AuthConfigs }

const namedAtMost = 10

/**
 * Chooses the credential of a proxied request: the one in the request, the account that it names,
 * or the default account.
 */
export const chooseTarget = async (
  parts: Parts,
  project: Project,
  request: ProxyRequest,
): Promise<ProxyTarget> => {
  if (request.custom_connection_data)
    return toCustomTarget(parts, project, request.custom_connection_data)
  const chosen =
    request.connected_account_id === undefined
      ? await defaultAccount(parts, project, request.endpoint)
      : await namedAccount(parts, project, request.connected_account_id)
  return toAccountTarget(await parts.catalog.getToolkit(project, chosen.account.toolkit), chosen)
}

/**
 * Rejects an account that cannot be used now (422), has an unsupported scheme (501), or is
 * restricted to certain tools (403).
 */
export const toAccountTarget = (toolkit: Toolkit, chosen: ChosenAccount): ProxyTarget => {
  const { account, authConfig } = chosen
  const unusable = (why: string, suggestedFix: string) =>
    new ServiceError('unprocessable', `The connected account ${account.id} ${why}`, {
      suggestedFix,
    })
  const reason = whyUnusable(chosen)
  if (reason) throw unusable(reason.why, reason.suggestedFix)
  if (!findScheme(authConfig.scheme.mode)) throw unsupportedScheme(authConfig.scheme.mode)
  const allowed = authConfig.settings.toolsAvailableForExecution
  if (allowed.length > 0) {
    throw new ServiceError(
      'forbidden',
      `The auth config ${authConfig.id} allows certain tools only, so its accounts send no requests of any other kind`,
      { suggestedFix: `Execute one of: ${listSome(allowed)}` },
    )
  }
  const problem = sharedSecretProblem(
    toolkit.definition,
    authConfig.sharedCredentials,
    account.values,
  )
  if (problem !== undefined)
    throw unusable(
      `cannot be used: ${problem}`,
      'Connect the account under an auth config that shares no credentials',
    )
  return {
    toolkit,
    credential: toCredential(chosen),
    account: chosen,
    userId: account.userId,
    accountId: account.id,
  }
}

const toCustomTarget = async (
  { catalog }: Parts,
  project: Project,
  custom: CustomConnectionData,
): Promise<ProxyTarget> => {
  const toolkit = await catalog.getToolkit(project, custom.toolkitSlug)
  return { toolkit, credential: toCustomCredential(toolkit, custom), userId: null, accountId: null }
}

const namedAccount = async (
  { accounts, authConfigs }: Parts,
  project: Project,
  id: string,
): Promise<ChosenAccount> => {
  const account = await accounts.get(project, id)
  return { account, authConfig: await authConfigs.get(project, account.authConfigId) }
}

/**
 * The only account whose toolkit owns the endpoint; a relative endpoint matches any toolkit with a
 * base URL.
 */
const defaultAccount = async (
  parts: Parts,
  project: Project,
  endpoint: string,
): Promise<ChosenAccount> => {
  const toolkits = await parts.catalog.listToolkits(project)
  const possible = [...toolkits]
    .filter(([, { definition }]) => couldOwn(definition, endpoint))
    .map(([slug]) => slug)
  const usable = await parts.accounts.listUsable(
    project,
    possible,
    originOf(endpoint) === undefined ? namedAtMost + 1 : 1000,
  )
  const owning = usable.filter((chosen) =>
    isOwnEndpoint(
      endpoint,
      allowedOrigins(
        toolkits.get(chosen.account.toolkit)?.definition ?? noServers,
        toCredential(chosen),
      ),
    ),
  )
  const [first, second] = owning
  if (first && !second) return first
  if (!first) {
    throw new ServiceError(
      'not_found',
      'The project has no ACTIVE connected account whose toolkit owns this endpoint',
      { suggestedFix: 'Name an account by connected_account_id, or connect one' },
    )
  }
  const names = owning
    .slice(0, namedAtMost)
    .map(({ account }) => `${account.id} (${account.toolkit}, user "${account.userId}")`)
  throw new ServiceError(
    'invalid_request',
    `Several connected accounts could be meant: ${names.join(', ')}${owning.length > namedAtMost ? ' and more' : ''}`,
    {
      suggestedFix: 'Name one of them by connected_account_id',
      errors: ['body.connected_account_id: is needed, since there is no single default account'],
    },
  )
}

type Definition = Toolkit['definition']

const noServers: Definition = {
  slug: '',
  name: '',
  description: '',
  categories: [],
  authSchemes: [],
  triggers: [],
}

/** Accounts are not considered, since one of them may fill a variable of the address. */
const couldOwn = (definition: Definition, endpoint: string): boolean =>
  serversOf(definition).length > 0 &&
  (hostVariables(definition).size > 0 ||
    isOwnEndpoint(endpoint, allowedOrigins(definition, { values: {} })))

const isOwnEndpoint = (endpoint: string, origins: readonly string[]): boolean => {
  const origin = originOf(endpoint)
  return origin === undefined || origins.includes(origin)
}

/** None for a relative endpoint. */
const originOf = (endpoint: string): string | undefined => {
  const destination = parseProxyEndpoint(endpoint)
  return 'url' in destination ? destination.url.origin : undefined
}
