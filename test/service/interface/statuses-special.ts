import type { ServerResponse } from 'node:http'
import { expect, vi } from 'vitest'
import type { Client } from '../../../src/client/index.ts'
import type { Database } from '../../../src/service/platform/database/index.ts'
import { serveNotes } from '../../support/fill-project.ts'
import { notesApi } from '../../support/notes-api.ts'
import type { NegativeService } from './negative-service.ts'
import type { Seen } from './statuses-seen.ts'

/** As the notes of filled projects, with an address that breaks off and one that never answers. */
export const answerBadly = (request: { url: string }, response: ServerResponse): void => {
  if (request.url === '/broken') return void response.destroy()
  if (request.url !== '/silent') serveNotes(request, response)
}

const unknownAccount = 'ca_00000000000000000'
const unknownConfig = 'ac_00000000000000000'

/** What is not found though the path names nothing. */
export const provokeUnknownReferences = async (
  { ask }: Seen,
  { target, project }: NegativeService,
): Promise<void> => {
  await ask(target, 'authConfigs.create', { body: { toolkit: { slug: 'unknownnotes' } } })
  await ask(target, 'authConfigs.create', {
    body: { toolkit: { slug: 'ownnotes' }, auth_config: { credentials: { client_id: 'a' } } },
  })
  await ask(target, 'connectedAccounts.create', {
    body: { auth_config: { id: unknownConfig }, connection: { user_id: 'ada' } },
  })
  await ask(target, 'connectedAccounts.link', {
    body: { auth_config_id: unknownConfig, user_id: 'ada' },
  })
  await ask(target, 'connections.link', { body: { toolkit: 'unknownnotes' } })
  await ask(target, 'toolkits.add', { body: { toolkits: ['nowhere'] } })
  await ask(target, 'tools.proxy', {
    body: { connected_account_id: unknownAccount, endpoint: '/notes/1', method: 'GET' },
  })
  await ask(target, 'tools.cancel', {
    body: { idempotency_key: 'of nobody', session_id: 'trs_00000000000000000' },
  })
  await ask(target, 'mcp.generate', {
    body: { mcp_server_id: '00000000-0000-4000-8000-000000000000' },
  })
  await ask(target, 'migration.getNanoid', {
    query: { type: 'CONNECTED_ACCOUNT', uuid: '00000000-0000-4000-8000-000000000000' },
  })
  await ask(target, 'triggerInstances.upsert', {
    params: { slug: project.triggerType },
    body: { connected_account_id: unknownAccount },
  })
}

/** What a project or session forbids. */
export const provokeForbidden = async (
  { ask }: Seen,
  { target, project }: NegativeService,
  client: Client,
): Promise<void> => {
  const open = async (rules: object) =>
    (await client.sessions.create({ body: { user_id: project.user, ...rules } })).session_id
  const without = {
    params: {
      session_id: await open({
        toolkits: { disable: [project.toolkit] },
        manage_connections: false,
      }),
    },
  }
  await ask(target, 'sessions.execute', {
    ...without,
    body: { tool_slug: project.tool, arguments: { id: '1' } },
  })
  await ask(target, 'sessions.executeMeta', {
    ...without,
    body: { slug: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: [project.toolkit] } },
  })
  await ask(target, 'sessions.link', { ...without, body: { toolkit: project.toolkit } })
  await ask(target, 'sessions.proxyExecute', {
    ...without,
    body: { toolkit_slug: project.toolkit, endpoint: '/notes/1', method: 'GET' },
  })
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug: project.toolkit },
      auth_config: {
        type: 'use_custom_auth',
        tool_access_config: { tools_available_for_execution: [project.tool] },
      },
    },
  })
  const { id } = await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'limited',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
      },
    },
  })
  await ask(target, 'tools.proxy', {
    body: { connected_account_id: id, endpoint: '/notes/1', method: 'GET' },
  })
}

/** Third parties that break off or never answer. */
export const provokeBadUpstreams = async (
  { ask }: Seen,
  { target, project }: NegativeService,
): Promise<void> => {
  for (const endpoint of ['/broken', '/silent']) {
    await ask(target, 'tools.proxy', {
      body: { connected_account_id: project.account, endpoint, method: 'GET' },
    })
    await ask(target, 'sessions.proxyExecute', {
      params: { session_id: project.freeSession },
      body: { toolkit_slug: project.toolkit, endpoint, method: 'GET' },
    })
  }
}

/** What is made twice is only found the second time. */
export const provokeBothSuccesses = async (
  { ask }: Seen,
  { target, project }: NegativeService,
): Promise<void> => {
  for (const _ of ['made', 'found']) {
    await ask(target, 'mcp.createInstance', {
      params: { serverId: project.mcpServer },
      body: { user_id: 'made-twice' },
    })
    await ask(target, 'triggerInstances.upsert', {
      params: { slug: project.triggerType },
      body: { connected_account_id: project.account, trigger_config: { made: 'twice' } },
    })
  }
}

/**
 * What cannot be carried out as things stand: decided, withdrawn, switched off, moved, without an
 * auth config. Leaves the project so.
 */
export const provokeStates = async (
  { ask }: Seen,
  { target, project, upstream }: NegativeService,
  client: Client,
): Promise<void> => {
  await ask(target, 'sessions.createApprovalTicket', {
    params: { session_id: project.session, approval_id: project.approval },
    body: { user_id: 'somebody else' },
  })
  for (const decision of ['approve', 'deny'])
    await ask(target, 'sessions.decide', {
      params: { session_id: project.session, approval_id: project.approval },
      body: { decision },
    })
  await ask(target, 'sessions.createApprovalTicket', {
    params: { session_id: project.session, approval_id: project.approval },
    body: { user_id: project.user },
  })
  await ask(target, 'connections.decide', {
    params: { approval_id: project.approval },
    body: { decision: 'deny' },
  })
  await ask(target, 'connections.link', { body: { connection_id: project.account } })
  await ask(target, 'connections.confirm', { params: { id: project.account }, body: { code: 'x' } })
  await ask(target, 'connectedAccounts.confirm', {
    params: { nanoid: project.account },
    body: { code: 'none' },
  })
  await ask(target, 'connectedAccounts.confirm', {
    params: { nanoid: project.account },
    body: { code: 'none', user_id: 'another' },
  })

  await load(client, { slug: 'unconnected', source: { openapi: notesApi(upstream.url) } })
  await ask(target, 'sessions.link', {
    params: { session_id: await openSession(client, project.user) },
    body: { toolkit: 'unconnected' },
  })

  await client.connectedAccounts.setStatus({
    params: { nanoid: project.account },
    body: { enabled: false },
  })
  await ask(target, 'tools.proxy', {
    body: { connected_account_id: project.account, endpoint: '/notes/1', method: 'GET' },
  })
  await ask(target, 'triggerInstances.upsert', {
    params: { slug: project.triggerType },
    body: { connected_account_id: project.account },
  })
  await client.connectedAccounts.setStatus({
    params: { nanoid: project.account },
    body: { enabled: true },
  })

  const waiting = await client.connectedAccounts.link({
    body: { auth_config_id: project.authConfig, user_id: 'waiting' },
  })
  await client.authConfigs.setStatus({ params: { nanoid: project.authConfig, status: 'DISABLED' } })
  await ask(target, 'connectedAccounts.link', {
    body: { auth_config_id: project.authConfig, user_id: 'ada' },
  })
  await ask(target, 'connectedAccounts.refresh', {
    params: { nanoid: waiting.connected_account_id },
    body: {},
  })
  await client.authConfigs.setStatus({ params: { nanoid: project.authConfig, status: 'ENABLED' } })

  await load(client, {
    slug: project.toolkit,
    source: { openapi: notesApi('https://moved.example') },
    accept_host_change: true,
  })
  await ask(target, 'triggerInstances.upsert', { params: { slug: project.triggerType }, body: {} })
  await ask(target, 'sessions.proxyExecute', {
    params: { session_id: await openSession(client, project.user) },
    body: { toolkit_slug: project.toolkit, endpoint: '/notes/1', method: 'GET' },
  })
}

const openSession = async (client: Client, user: string): Promise<string> =>
  (await client.sessions.create({ body: { user_id: user } })).session_id

/**
 * A scheme that the service cannot carry out. No request makes such an account: its scheme was
 * supported when it was connected.
 */
export const provokeUnsupported = async (
  { ask }: Seen,
  { target, project }: NegativeService,
  client: Client,
  { handle }: Database,
): Promise<void> => {
  const waiting = await client.connectedAccounts.link({
    body: { auth_config_id: project.authConfig, user_id: 'waiting' },
  })
  const db = handle.withTables<{ auth_configs: { id: string; scheme_definition: string } }>()
  const { scheme_definition } = await db
    .selectFrom('auth_configs')
    .select('scheme_definition')
    .where('id', '=', project.authConfig)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('auth_configs')
    .set({ scheme_definition: scheme_definition.replace('"API_KEY"', '"SAML"') })
    .where('id', '=', project.authConfig)
    .execute()
  const session = { params: { session_id: project.freeSession } }
  await ask(target, 'connectedAccounts.create', {
    body: {
      auth_config: { id: project.authConfig },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
      },
    },
  })
  await ask(target, 'connectedAccounts.link', {
    body: { auth_config_id: project.authConfig, user_id: 'ada' },
  })
  await ask(target, 'connectedAccounts.refresh', {
    params: { nanoid: waiting.connected_account_id },
    body: {},
  })
  await ask(target, 'sessions.link', { ...session, body: { toolkit: project.toolkit } })
  await ask(target, 'sessions.proxyExecute', {
    ...session,
    body: { toolkit_slug: project.toolkit, endpoint: '/notes/1', method: 'GET' },
  })
  await ask(target, 'tools.proxy', {
    body: { connected_account_id: project.account, endpoint: '/notes/1', method: 'GET' },
  })
  await ask(target, 'triggerInstances.upsert', {
    params: { slug: project.triggerType },
    body: { connected_account_id: project.account },
  })
}

/** A receiver that answered 410, or failed for days: no request disables a subscription. */
export const provokeDisabledWebhook = async (
  { ask }: Seen,
  { target, project }: NegativeService,
  { handle }: Database,
): Promise<void> => {
  const params = { id: project.webhook }
  const table = handle
    .withTables<{ webhook_subscriptions: { id: string; disabled_at: string | null } }>()
    .updateTable('webhook_subscriptions')
    .where('id', '=', project.webhook)
  await table.set({ disabled_at: '2026-01-01T00:00:00.000Z' }).execute()
  await ask(target, 'webhookSubscriptions.sendTest', { params, body: {} })
  await ask(target, 'webhookSubscriptions.recover', {
    params,
    body: { since: '2026-01-01T00:00:00Z' },
  })
  await table.set({ disabled_at: null }).execute()
}

const load = async (
  client: Client,
  body: Parameters<Client['toolkits']['import']>[0]['body'],
): Promise<void> => {
  const { id } = await client.toolkits.import({ body })
  await vi.waitFor(
    async () =>
      expect((await client.toolkits.getImport({ params: { id } })).status).toBe('succeeded'),
    { timeout: 60_000 },
  )
}
