import { clientValueNames, findScheme, type AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { Egress, Outbound } from '../platform/outbound/index.ts'
import { publicMessage } from '../platform/public-error.ts'
import { quote } from '../platform/quote.ts'
import { ServiceError } from '../service-error.ts'
import type { ProxyConfig } from './auth-config.ts'

/**
 * The operator's application is used unchanged: without other credentials, and not through a proxy
 * of a project.
 */
export const rejectCredentials = (
  credentials: Record<string, unknown> | undefined,
  proxy: ProxyConfig | null | undefined,
): void => {
  const given = Object.keys(credentials ?? {})
    .filter((name) => !['scopes', 'user_scopes'].includes(name))
    .map((name) => `credentials.${name}`)
  const refused = proxy ? [...given, 'proxy_config'] : given
  if (refused.length === 0) return
  throw new ServiceError(
    'invalid_request',
    "An auth config with the operator's OAuth application accepts no credentials except scopes",
    {
      suggestedFix:
        'Omit the fields in `errors`, or create an auth config with type "use_custom_auth"',
      errors: refused.map((field) => `${field}: only for your own OAuth application`),
    },
  )
}

export const toRedirectError = (scheme: string) =>
  new ServiceError(
    'invalid_request',
    `An auth config with the auth scheme ${scheme} and without its own application accepts no redirect URI`,
    {
      suggestedFix:
        'Omit redirect_uri, or pass the client_id of the application that it is registered with',
      errors: ['auth_config.redirect_uri: is not used here'],
    },
  )

export const chooseScheme = (
  toolkit: string,
  schemes: AuthSchemeDefinition[],
  wanted: string | undefined,
): AuthSchemeDefinition => {
  if (schemes.length === 0 && (wanted === undefined || wanted === 'NO_AUTH'))
    return { mode: 'NO_AUTH', name: 'no auth', authConfigFields: [], accountFields: [] }
  const scheme =
    wanted === undefined
      ? (schemes.find(({ mode }) => findScheme(mode)) ?? schemes[0])
      : schemes.find(({ mode }) => mode === wanted)
  if (scheme) return scheme
  throw new ServiceError(
    'invalid_request',
    `The toolkit "${toolkit}" does not support the auth scheme ${wanted ?? ''}`,
    {
      suggestedFix: `Use one of: ${schemes.map(({ mode }) => mode).join(', ') || 'NO_AUTH'}`,
    },
  )
}

/**
 * Only a refusal by the outbound rules counts: a proxy that is unavailable now may be available
 * when it is needed.
 */
export const checkProxy = async (
  outbound: Outbound,
  owner: Pick<Egress, 'projectId' | 'toolkit'>,
  proxy: ProxyConfig | null | undefined,
): Promise<void> => {
  if (!proxy) return
  await outbound
    .check({ egress: { purpose: 'tool', ...owner }, url: proxy.proxy_url })
    .catch((cause: unknown) => {
      throw new ServiceError(
        'invalid_request',
        `The proxy cannot be used: ${publicMessage(cause, 'its address is refused')}`,
        {
          suggestedFix:
            'Use the public address of an HTTP proxy, or ask the operator to add the entry in the message',
          errors: ['body.proxy_config.proxy_url: the outbound rules refuse it'],
          cause,
        },
      )
    })
}

/**
 * Refuses credentials that the scheme does not use: a client id for a toolkit with API keys would
 * otherwise be ignored, and its owner would believe that it is in use.
 */
export const rejectUnused = (
  toolkit: string,
  definition: AuthSchemeDefinition,
  credentials: Record<string, unknown>,
  error: 'unprocessable' | 'invalid_request' = 'unprocessable',
): void => {
  const usable = new Set(clientValueNames(definition))
  const unusable = Object.keys(credentials).filter((name) => !usable.has(name))
  if (unusable.length === 0) return
  const shown = unusable.slice(0, namedAtMost)
  const named = shown.map((name) => quote(name, 64)).join(', ')
  throw new ServiceError(
    error,
    definition.mode === 'NO_AUTH'
      ? `The toolkit "${toolkit}" has no authentication, so it can use no credentials: ${named}`
      : `An auth config of "${toolkit}" with the auth scheme ${definition.mode} cannot use these credentials: ${named}`,
    {
      suggestedFix:
        definition.mode === 'NO_AUTH'
          ? 'Import the toolkit again with `auth`, which defines how its API authenticates, or omit the credentials'
          : usable.size > 0
            ? `It accepts ${[...usable].join(', ')}. Credentials of each user belong to connected accounts, common ones to shared_credentials`
            : 'Each user enters credentials when an account is connected; common ones belong to shared_credentials',
      errors: shown.map((name) => `auth_config.credentials.${name.slice(0, 64)}: is not used here`),
    },
  )
}

/** The most names in one error. */
const namedAtMost = 10
