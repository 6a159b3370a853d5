import type { Client } from '../../client/index.ts'

export type AuthConfig = Awaited<ReturnType<Client['authConfigs']['get']>>

/**
 * Returns the auth config to connect with: the named one, otherwise the toolkit's newest enabled
 * one, otherwise a new one with the toolkit's first scheme.
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
