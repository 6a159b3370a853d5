import type { Client } from '../../client/index.ts'
import { authScheme } from '../../contract/common.ts'
import { CliError } from '../cli-error.ts'

export type AuthConfig = Awaited<ReturnType<Client['authConfigs']['get']>>

/**
 * Returns the auth config to connect with: the named one, otherwise the newest one of the toolkit
 * that users can connect under, otherwise a new one. Throws for a toolkit that needs an OAuth
 * application which nobody has set up.
 */
export const openAuthConfig = async (
  client: Client,
  toolkit: string,
  { authConfig: id, scheme }: { authConfig?: string; scheme?: string },
): Promise<AuthConfig> => {
  if (id !== undefined) return client.authConfigs.get({ params: { nanoid: id } })
  const wanted = scheme?.toUpperCase()
  const { items } = await client.authConfigs.list({
    query: { toolkit_slug: [toolkit], limit: 100 },
  })
  const usable = items.find(
    (item) => (wanted === undefined || item.auth_scheme === wanted) && isComplete(item),
  )
  return usable ?? create(client, toolkit, wanted)
}

const create = async (
  client: Client,
  slug: string,
  wanted: string | undefined,
): Promise<AuthConfig> => {
  const toolkit = await client.toolkits.get({ params: { slug } })
  const ways = toolkit.auth_config_details
  const managed = toolkit.svc_managed_auth_schemes.find(
    (mode) => wanted === undefined || mode === wanted,
  )
  const way = wanted === undefined ? ways[0] : ways.find(({ mode }) => mode === wanted)
  if (wanted !== undefined && !way)
    throw new CliError(`The toolkit "${slug}" does not take the auth scheme ${wanted}`, {
      suggestedFix: `It takes: ${ways.map(({ mode }) => mode).join(', ') || 'none'}`,
    })
  if (way && needsApplication(way) && managed === undefined)
    throw new CliError(`No OAuth application is set up for ${toolkit.name} (${way.mode})`, {
      suggestedFix: [
        `Run: plugboard toolkits setup ${slug}`,
        ...ways
          .filter((other) => !needsApplication(other))
          .slice(0, 1)
          .map(({ mode }) => `or connect without one: plugboard connect ${slug} --scheme ${mode}`),
      ].join('\n  '),
    })
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug },
      auth_config: {
        type: managed === undefined ? 'use_custom_auth' : 'use_svc_managed_auth',
        ...(way && { authScheme: authScheme.parse(managed ?? way.mode) }),
      },
    },
  })
  return client.authConfigs.get({ params: { nanoid: auth_config.id } })
}

type Way = Awaited<ReturnType<Client['toolkits']['get']>>['auth_config_details'][number]

const idNames = ['client_id', 'consumer_key']

/** Whether users can be sent to the provider only through an application of the operator's. */
export const needsApplication = ({ fields }: Pick<Way, 'fields'>): boolean =>
  fields.auth_config_creation.required.some(({ name }) => idNames.includes(name))

/** Whether users can be connected under it: an OAuth application is there where one is needed. */
export const isComplete = ({ auth_scheme, is_svc_managed, credentials }: AuthConfig): boolean =>
  !['OAUTH2', 'OAUTH1'].includes(auth_scheme) ||
  is_svc_managed ||
  idNames.some((name) => credentials[name] !== undefined)
