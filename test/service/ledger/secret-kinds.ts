import { createClient, PlugboardError, type Client } from '../../../src/client/index.ts'
import type { Kind } from './kinds.ts'
import { createVersions } from './versions.ts'

const limit = 1000

/** What gives a secret away once: what is in force afterwards is what was answered last. */
export const createSecretKinds = ({
  client,
  url,
  session,
  receiver,
}: {
  client: Client
  url: string
  session: string
  receiver: string
}): Record<string, Kind> => {
  const signing = createVersions()
  const keys = createVersions()
  const configured = createVersions()
  const withKey = (apiKey: string): Client => createClient({ baseUrl: url, apiKey, retries: 0 })

  const listProjects = async (kind: string) => {
    const { data } = await client.projects.list({ query: { limit } })
    return data.flatMap(({ id, name }) =>
      name.startsWith(`${kind} `) ? [{ id, name: name.slice(kind.length + 1) }] : [],
    )
  }

  /** Both fields were written together. One whose key nobody heard of was never changed. */
  const readConfig = async (key: string | undefined): Promise<string> => {
    if (key === undefined) return '0'
    const { signed_url_file_expiry_in_seconds: seconds, log_visibility_setting: visibility } =
      await withKey(key).projects.getConfig({})
    const version = seconds < 100_000 ? 0 : seconds - 100_000
    return visibility === (version % 2 === 1 ? 'dont_store_data' : 'show_all')
      ? String(version)
      : `${version} by half`
  }

  return {
    'session MCP key': {
      initial: 'there',
      create: async (name) =>
        (await client.sessions.createMcpKey({ params: { session_id: session }, body: { name } }))
          .id,
      remove: (key_id) => client.sessions.deleteMcpKey({ params: { session_id: session, key_id } }),
      list: async () =>
        (
          await client.sessions.listMcpKeys({ params: { session_id: session }, query: { limit } })
        ).items.map(({ id, name }) => ({ id, name: name ?? '', state: 'there' })),
    },
    'webhook secret': {
      initial: '0',
      stateOf: String,
      create: async (name) => {
        const { id, secret } = await client.webhookSubscriptions.create({
          body: {
            webhook_url: `${receiver}/secrets/${name}`,
            enabled_events: ['svc.trigger.disabled'],
          },
        })
        signing.note(id, 0, secret)
        return id
      },
      change: async (id, _name, version) => {
        signing.ask(id, version)
        signing.note(
          id,
          version,
          (await client.webhookSubscriptions.rotateSecret({ params: { id } })).secret,
        )
      },
      remove: (id) => client.webhookSubscriptions.delete({ params: { id } }),
      list: async () => {
        const { items } = await client.webhookSubscriptions.list({ query: { limit } })
        const own = items.filter(({ webhook_url }) =>
          webhook_url.startsWith(`${receiver}/secrets/`),
        )
        return Promise.all(
          own.map(async ({ id, webhook_url, secret }) => ({
            id,
            name: webhook_url.split('/').at(-1) ?? '',
            state: await signing.stateOf(id, (known) => secret.endsWith(known.slice(-4))),
          })),
        )
      },
    },
    'API key': {
      initial: '0',
      stateOf: String,
      create: async (name) => {
        const { id, api_key: key } = await client.projects.create({
          body: { name: `keys ${name}`, should_create_api_key: true },
        })
        keys.note(id, 0, key ?? '')
        return id
      },
      change: async (nano_id, _name, version) => {
        keys.ask(nano_id, version)
        keys.note(
          nano_id,
          version,
          (await client.projects.regenerateApiKey({ params: { nano_id } })).api_key.key,
        )
      },
      remove: (nano_id) => client.projects.delete({ params: { nano_id } }),
      list: async () =>
        Promise.all(
          (await listProjects('keys')).map(async ({ id, name }) => ({
            id,
            name,
            state: await keys.stateOf(id, (key) => opens(withKey(key))),
          })),
        ),
    },
    'project configuration': {
      initial: '0',
      stateOf: String,
      create: async (name) => {
        const { id, api_key: key } = await client.projects.create({
          body: { name: `config ${name}`, should_create_api_key: true },
        })
        configured.note(id, 0, key ?? '')
        return id
      },
      change: (id, _name, version) =>
        withKey(configured.secretOf(id) ?? '').projects.updateConfig({
          body: {
            signed_url_file_expiry_in_seconds: 100_000 + version,
            log_visibility_setting: version % 2 === 1 ? 'dont_store_data' : 'show_all',
          },
        }),
      remove: (nano_id) => client.projects.delete({ params: { nano_id } }),
      list: async () =>
        Promise.all(
          (await listProjects('config')).map(async ({ id, name }) => ({
            id,
            name,
            state: await readConfig(configured.secretOf(id)),
          })),
        ),
    },
  }
}

const opens = async (client: Client): Promise<boolean> => {
  try {
    await client.projects.getConfig({})
    return true
  } catch (error) {
    if (error instanceof PlugboardError && error.status === 401) return false
    throw error
  }
}
