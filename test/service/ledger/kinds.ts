import { setTimeout as sleep } from 'node:timers/promises'
import { PlugboardError, type Client } from '../../../src/client/index.ts'
import type { SharedDatabase } from '../../support/shared-database.ts'
import type { Listed } from './ledger.ts'

/** How records of one kind are written and read; a state is a short word. */
export type Kind = {
  create: (name: string) => Promise<string>
  /** The state after `create`. */
  initial: string
  /** What the record is after its change of that number. */
  stateOf?: (version: number) => string
  /** Undefined: it can no longer be changed. */
  change?: (id: string, name: string, version: number) => Promise<unknown> | undefined
  remove?: (id: string) => Promise<unknown>
  list: () => Promise<Listed[]>
}

/**
 * `server` and `session`: an MCP server, and a session in which notes are deleted with an approval
 * only.
 */
type World = {
  client: Client
  shared: SharedDatabase
  authConfig: string
  account: string
  server: string
  session: string
  receiver: string
  source: { url: string; document: Record<string, unknown> }
}

const limit = 1000

/** When each approval was asked for. */
const askedAt = new Map<string, number>()
/** Well before an approval expires. */
const decidedWithinMs = 10 * 60_000

/** On or off, by turns. */
const offOn = (version: number): string => (version % 2 === 1 ? 'off' : 'on')

const customTool = (version: number) => ({
  slug: `TOOL_${version}`,
  name: 'Tool',
  description: 'Of the ledger',
  input_schema: { type: 'object' as const, properties: {} },
})

const isImported = async (client: Client, slug: string): Promise<boolean> => {
  try {
    await client.toolkits.get({ params: { slug } })
    return true
  } catch (error) {
    if (error instanceof PlugboardError && error.slug === 'not_found') return false
    throw error
  }
}

/** Imports run one after another, and what is killed waits until its lease is found to be expired. */
const onceThereIsRoom = async (start: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      return void (await start())
    } catch (error) {
      if (!(error instanceof PlugboardError && error.slug === 'rate_limited')) throw error
      await sleep(500)
    }
  }
}

/** Everything of a project that can be made, changed or removed by a request and then be listed. */
export const createKinds = ({
  client,
  shared,
  authConfig,
  account,
  server,
  session,
  receiver,
  source,
}: World): Record<string, Kind> => ({
  'auth config': {
    initial: 'on',
    stateOf: offOn,
    create: async (name) =>
      (
        await client.authConfigs.create({
          body: { toolkit: { slug: 'ledger' }, auth_config: { name } },
        })
      ).auth_config.id,
    change: (nanoid, _name, version) =>
      client.authConfigs.setStatus({
        params: { nanoid, status: offOn(version) === 'on' ? 'ENABLED' : 'DISABLED' },
      }),
    remove: (nanoid) => client.authConfigs.delete({ params: { nanoid } }),
    list: async () =>
      (await client.authConfigs.list({ query: { show_disabled: true, limit } })).items
        .filter(({ id }) => id !== authConfig)
        .map(({ id, name, status }) => ({ id, name, state: status === 'ENABLED' ? 'on' : 'off' })),
  },
  'connected account': {
    initial: 'on',
    stateOf: offOn,
    create: async (name) =>
      (
        await client.connectedAccounts.create({
          body: {
            auth_config: { id: authConfig },
            connection: {
              user_id: name,
              state: { authScheme: 'API_KEY', val: { generic_api_key: `key-of-${name}` } },
            },
          },
        })
      ).id,
    change: (nanoid, _name, version) =>
      client.connectedAccounts.setStatus({
        params: { nanoid },
        body: { enabled: offOn(version) === 'on' },
      }),
    remove: (nanoid) => client.connectedAccounts.delete({ params: { nanoid } }),
    list: async () =>
      (await client.connectedAccounts.list({ query: { limit } })).items
        .filter(({ user_id }) => user_id.startsWith('ledger-'))
        .map(({ id, user_id, is_disabled }) => ({
          id,
          name: user_id,
          state: is_disabled ? 'off' : 'on',
        })),
  },
  session: {
    initial: '0',
    stateOf: String,
    create: async (name) => (await client.sessions.create({ body: { user_id: name } })).session_id,
    change: (session_id, _name, version) =>
      client.sessions.attach({
        params: { session_id },
        body: { experimental: { custom_tools: [customTool(version)] } },
      }),
    remove: (session_id) => client.sessions.delete({ params: { session_id } }),
    // No operation lists them.
    list: async () =>
      (await shared.query('select id, user_id, extras from sessions'))
        .filter(({ id }) => id !== session)
        .map(({ id, user_id, extras }) => ({
          id: String(id),
          name: String(user_id),
          state: /TOOL_(\d+)/.exec(String(extras))?.[1] ?? '0',
        })),
  },
  approval: {
    initial: 'pending',
    stateOf: () => 'approved',
    create: async (name) => {
      const { data } = await client.sessions.execute({
        params: { session_id: session },
        body: { tool_slug: 'LEDGER_DELETE_NOTE', arguments: { id: name } },
      })
      const id = String(data['approval_id'])
      askedAt.set(id, Date.now())
      return id
    },
    // A long ledger outlives approvals, which expire.
    change: (approval_id) =>
      Date.now() - (askedAt.get(approval_id) ?? 0) < decidedWithinMs
        ? client.sessions.decide({
            params: { session_id: session, approval_id },
            body: { decision: 'approve' },
          })
        : undefined,
    list: async () =>
      (
        await client.sessions.approvals({ params: { session_id: session }, query: { limit } })
      ).items.map(({ approval_id, arguments: given, status, decided_at }) => ({
        id: approval_id,
        name: String(given?.['id']),
        state: status === 'expired' ? (decided_at === null ? 'pending' : 'approved') : status,
      })),
  },
  trigger: {
    initial: 'on',
    stateOf: offOn,
    create: async (name) =>
      (
        await client.triggerInstances.upsert({
          params: { slug: 'LEDGER_TOLD' },
          body: { connected_account_id: account, trigger_config: { name } },
        })
      ).trigger_id,
    change: (id, _name, version) =>
      client.triggerInstances.setStatus({
        params: { id },
        body: { status: offOn(version) === 'on' ? 'enable' : 'disable' },
      }),
    remove: (id) => client.triggerInstances.delete({ params: { id } }),
    list: async () =>
      (await client.triggerInstances.listActive({ query: { show_disabled: true, limit } })).items
        .filter(({ trigger_config }) => 'name' in trigger_config)
        .map(({ id, trigger_config, disabled_at }) => ({
          id,
          name: String(trigger_config['name']),
          state: disabled_at === null ? 'on' : 'off',
        })),
  },
  'webhook subscription': {
    initial: '0',
    stateOf: String,
    create: async (name) =>
      (
        await client.webhookSubscriptions.create({
          body: { webhook_url: `${receiver}/${name}/0`, enabled_events: ['svc.trigger.disabled'] },
        })
      ).id,
    change: (id, name, version) =>
      client.webhookSubscriptions.update({
        params: { id },
        body: { webhook_url: `${receiver}/${name}/${version}` },
      }),
    remove: (id) => client.webhookSubscriptions.delete({ params: { id } }),
    list: async () =>
      (await client.webhookSubscriptions.list({ query: { limit } })).items.flatMap(
        ({ id, webhook_url }) => {
          const [, name = '', state = ''] = new URL(webhook_url).pathname.split('/')
          return name.startsWith('ledger-') ? [{ id, name, state }] : []
        },
      ),
  },
  'MCP server': {
    initial: '0',
    stateOf: String,
    create: async (name) =>
      (await client.mcp.create({ body: { name: `${name} v0`, auth_config_ids: [authConfig] } })).id,
    change: (id, name, version) =>
      client.mcp.update({ params: { id }, body: { name: `${name} v${version}` } }),
    remove: (id) => client.mcp.delete({ params: { id } }),
    list: async () =>
      (await client.mcp.list({ query: { limit } })).items.flatMap(({ id, name }) => {
        const [own = '', state = ''] = name.split(' v')
        return id === server ? [] : [{ id, name: own, state }]
      }),
  },
  'MCP instance': {
    initial: 'there',
    create: async (name) =>
      (await client.mcp.createInstance({ params: { serverId: server }, body: { user_id: name } }))
        .id,
    remove: (instanceId) => client.mcp.deleteInstance({ params: { serverId: server, instanceId } }),
    list: async () =>
      (
        await client.mcp.listInstances({ params: { serverId: server }, query: { limit } })
      ).instances.map(({ id, instance_id }) => ({ id, name: instance_id, state: 'there' })),
  },
  project: {
    initial: 'there',
    create: async (name) => (await client.projects.create({ body: { name } })).id,
    remove: (nano_id) => client.projects.delete({ params: { nano_id } }),
    list: async () =>
      (await client.projects.list({ query: { limit } })).data
        .filter(({ name }) => name.startsWith('ledger-'))
        .map(({ id, name }) => ({ id, name, state: 'there' })),
  },
  toolkit: {
    initial: 'with its trigger',
    // Acknowledged before it is made: it has to be there in the end.
    create: async (name) => {
      const trigger = {
        slug: `${name.toUpperCase().replaceAll('-', '_')}_TOLD`,
        name: 'Told',
        description: 'Fires for each push',
        type: 'webhook' as const,
        config: { type: 'object' },
        payload: { type: 'object' },
        webhook: {},
      }
      const body = { slug: name, source: { openapi: source.document }, triggers: [trigger] }
      await onceThereIsRoom(() => client.toolkits.import({ body }))
      return name
    },
    remove: async (slug) => {
      while (!(await isImported(client, slug))) await sleep(100)
      await client.toolkits.delete({ params: { slug } })
    },
    list: async () =>
      (await client.toolkits.list({ query: { limit } })).items
        .filter(({ slug }) => slug.startsWith('ledger-'))
        .map(({ slug, meta }) => ({
          id: slug,
          name: slug,
          state:
            meta.triggers_count === 1 ? 'with its trigger' : `with ${meta.triggers_count} triggers`,
        })),
  },
  execution: {
    initial: 'success',
    create: async (name) =>
      String(
        (
          await client.tools.execute({
            params: { tool_slug: 'LEDGER_LIST_NOTES' },
            body: { connected_account_id: account, arguments: { tag: [name] } },
          })
        ).log_id,
      ),
    list: async () => {
      const { items } = await client.logs.list({
        query: { tool_slugs: ['LEDGER_LIST_NOTES'], limit },
      })
      const entries = await Promise.all(items.map(({ id }) => client.logs.get({ params: { id } })))
      return entries.map(({ id, status, request }) => ({
        id,
        name: /ledger-\w+-\w+/.exec(JSON.stringify(request))?.[0] ?? JSON.stringify(request),
        state: status,
      }))
    },
  },
})
