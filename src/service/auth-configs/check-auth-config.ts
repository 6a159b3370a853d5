import { findScheme, type AuthSchemeDefinition } from '../auth-schemes/index.ts'
import type { Egress, Outbound } from '../platform/outbound/index.ts'
import { publicMessage } from '../platform/public-error.ts'
import { ServiceError } from '../service-error.ts'
import type { ProxyConfig } from './auth-config.ts'

/**
 * The application of the operator is used unchanged: with no other credentials, and through no
 * proxy of a project.
 */
export const refuseCredentials = (
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
    "An auth config with the service's own OAuth application takes no credentials but scopes",
    {
      suggestedFix:
        'Leave out what `errors` names, or create an auth config with type "use_custom_auth"',
      errors: refused.map((field) => `${field}: belongs to an OAuth application of your own`),
    },
  )
}

export const needsNoRedirect = (scheme: string) =>
  new ServiceError(
    'invalid_request',
    `An auth config with the auth scheme ${scheme} and without an application of its own takes no redirect URI`,
    {
      suggestedFix:
        'Leave redirect_uri out, or give the client_id of the application that it is registered with',
      errors: ['auth_config.redirect_uri: has no use here'],
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
    `The toolkit "${toolkit}" does not take the auth scheme ${wanted ?? ''}`,
    {
      suggestedFix: `Use one of: ${schemes.map(({ mode }) => mode).join(', ') || 'NO_AUTH'}`,
    },
  )
}

/**
 * Only a refusal by the outbound rules counts: a proxy that is away now may be back when it is
 * needed.
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
            'Give the public address of an HTTP proxy, or have the operator add the entry that the message names',
          errors: ['body.proxy_config.proxy_url: the outbound rules refuse it'],
          cause,
        },
      )
    })
}
