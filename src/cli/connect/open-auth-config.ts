import type { Client } from '../../client/index.ts'

export type AuthConfig = Awaited<ReturnType<Client['authConfigs']['get']>>

/**
 * The auth config to connect under: the named one, else the toolkit's newest enabled one, else a
 * new one with the toolkit's first scheme.
 */
export const openAuthConfig = async (
  client: Client,
  toolkit: string,
  id: string | undefined,
): Promise<AuthConfig> => {
  if (id !== undefined) return client.authConfigs.get({ params: { nanoid: id } })
  const { items } = await client.authConfigs.list({ query: { toolkit_slug: [toolkit], limit: 1 } })
  if (items[0]) return items[0]
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug: toolkit } } })
  return client.authConfigs.get({ params: { nanoid: auth_config.id } })
}
