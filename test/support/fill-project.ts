import type { ServerResponse } from 'node:http'
import { expect, vi } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import { importToolkit } from './import-toolkit.ts'
import { notesApi, openNotesApi } from './notes-api.ts'
import type { TestService } from './start-service.ts'
import { json, type Upstream } from './start-upstream.ts'
import { createVisitor } from './visit-connect-page.ts'

/** Names of everything that `fillProject` made. */
export type FilledProject = Record<
  | 'project'
  | 'toolkit'
  | 'tool'
  | 'import'
  | 'user'
  | 'secret'
  | 'authConfig'
  | 'authConfigUuid'
  | 'account'
  | 'accountUuid'
  | 'session'
  | 'freeSession'
  | 'approval'
  | 'result'
  | 'log'
  | 'file'
  | 'upload'
  | 'mcpKey'
  | 'triggerType'
  | 'trigger'
  | 'triggerUuid'
  | 'webhook'
  | 'mcpServer'
  | 'connectToken',
  string
>

/** Whose pages may use the connect tokens of filled projects. */
export const pageOrigin = 'https://app.example'

/** A new project of the first organization, and a client with its key. */
export const createProject = async (
  { client, url }: Pick<TestService, 'client' | 'url'>,
  name: string,
): Promise<{ id: string; key: string; client: Client }> => {
  const made = await client.projects.create({ body: { name, should_create_api_key: true } })
  const key = made.api_key ?? ''
  return { id: made.id, key, client: createClient({ baseUrl: url, apiKey: key, retries: 0 }) }
}

/**
 * Makes one of everything in a project; what may be chosen begins with `name`. `session` has rules
 * of its own, `freeSession` none.
 */
export const fillProject = async (
  project: { id: string; client: Client },
  upstream: Upstream,
  name: string,
): Promise<FilledProject> => {
  const { client } = project
  const user = `${name}-ada`
  const secret = `${name}-secret-0123456789`
  const toolkit = `${name}notes`
  const prefix = toolkit.toUpperCase()
  const triggerType = `${prefix}_NOTE_MADE`
  const trigger = {
    slug: triggerType,
    name: 'A note was made',
    description: `${name} made a note`,
    type: 'webhook' as const,
    config: { type: 'object' },
    payload: { type: 'object' },
    webhook: {},
  }
  const { id: importId } = await client.toolkits.import({
    body: {
      slug: toolkit,
      source: { openapi: notesApi(upstream.url) },
      triggers: [trigger],
      recipe: {
        recipe: 1,
        slug: toolkit,
        name,
        description: { kind: 'openapi' },
        account: { verification: { request: { path: '/me' }, identity: ownerPaths } },
      },
    },
  })
  await vi.waitFor(
    async () =>
      expect((await client.toolkits.getImport({ params: { id: importId } })).status).toBe(
        'succeeded',
      ),
    { timeout: 60_000 },
  )
  await client.tools.annotate({
    params: { tool_slug: `${prefix}_LIST_NOTES` },
    body: { readOnlyHint: true },
  })
  const { auth_config } = await client.authConfigs.create({
    body: { toolkit: { slug: toolkit }, auth_config: { name: `${name} config` } },
  })
  const account = await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: user,
        state: { authScheme: 'API_KEY', val: { generic_api_key: secret } },
      },
      validate_credentials: true,
    },
  })
  await client.connectedAccounts.link({
    body: { auth_config_id: auth_config.id, user_id: `${name}-to-be-linked` },
  })
  await startConnections(client, upstream, name, { authConfig: auth_config.id, secret })
  const { session_id } = await client.sessions.create({
    body: { user_id: user, approvals: { tools: [`${prefix}_DELETE_NOTE`] } },
  })
  const free = await client.sessions.create({ body: { user_id: user } })
  const execute = (tool: string, given: Record<string, unknown>) =>
    client.sessions.execute({
      params: { session_id },
      body: { tool_slug: `${prefix}_${tool}`, arguments: given },
    })
  await client.sessions.search({
    params: { session_id },
    body: { queries: [{ use_case: 'get a note' }] },
  })
  const executed = await execute('GET_NOTE', { id: '1' })
  const listed = await execute('LIST_NOTES', {})
  await client.sessions.executeMeta({
    params: { session_id },
    body: { slug: 'SVC_REMOTE_BASH_TOOL', arguments: { command: `echo ${secret} > kept.txt` } },
  })
  const guarded = await execute('DELETE_NOTE', { id: '1' })
  const mcpKey = await client.sessions.createMcpKey({ params: { session_id }, body: {} })
  const exported = await client.tools.execute({
    params: { tool_slug: `${prefix}_EXPORT_ARCHIVE` },
    body: { user_id: user, arguments: {} },
  })
  await client.authConfigs.reserveRedirectUri()
  const upload = await client.files.upload({
    query: { filename: `${name}.txt` },
    content: new TextEncoder().encode(secret),
  })
  const instance = await client.triggerInstances.upsert({
    params: { slug: triggerType },
    body: { connected_account_id: account.id },
  })
  const webhook = await client.webhookSubscriptions.create({
    body: { webhook_url: `https://1.1.1.1/${name}`, enabled_events: ['svc.trigger.message'] },
  })
  const server = await client.mcp.create({
    body: { name: `${name} server`, auth_config_ids: [auth_config.id] },
  })
  await client.mcp.createInstance({ params: { serverId: server.id }, body: { user_id: user } })
  await client.mcp.rotateUrls({ params: { serverId: server.id }, body: { user_id: user } })
  const connect = await client.connectTokens.create({
    body: { user_id: user, allowed_origins: [pageOrigin] },
  })
  await untilEvent(client)
  return {
    project: project.id,
    toolkit,
    tool: `${prefix}_GET_NOTE`,
    triggerType,
    trigger: instance.trigger_id,
    triggerUuid: instance.deprecated.uuid,
    webhook: webhook.id,
    mcpServer: server.id,
    connectToken: connect.token,
    user,
    secret,
    authConfig: auth_config.id,
    authConfigUuid: account.deprecated.authConfigUuid,
    account: account.id,
    accountUuid: account.deprecated.uuid,
    session: session_id,
    freeSession: free.session_id,
    mcpKey: mcpKey.id,
    approval: String(guarded.data['approval_id']),
    result: String(listed.data['handle']),
    log: String(executed.log_id),
    import: importId,
    file: (exported.data['file'] as { url: string }).url,
    upload: upload.s3key,
  }
}

/**
 * One account whose user is at the provider, one that waits for its project's confirmation, and one
 * whose API could not be asked for its site.
 */
const startConnections = async (
  client: Client,
  upstream: Upstream,
  name: string,
  { authConfig, secret }: { authConfig: string; secret: string },
): Promise<void> => {
  const oauth = {
    authorization_url: `${upstream.url}/authorize`,
    token_url: `${upstream.url}/token`,
  }
  const { id } = await client.toolkits.import({
    body: {
      slug: `${name}calendar`,
      source: { openapi: openNotesApi(upstream.url) },
      auth: { scheme: 'OAUTH2', oauth },
    },
  })
  await vi.waitFor(
    async () =>
      expect((await client.toolkits.getImport({ params: { id } })).status).toBe('succeeded'),
    { timeout: 60_000 },
  )
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug: `${name}calendar` },
      auth_config: { credentials: { client_id: name, client_secret: secret } },
    },
  })
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: `${name}-at-the-provider`,
        state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
      },
    },
  })
  await client.projects.updateConfig({ body: { require_connection_confirmation: true } })
  const { redirect_url } = await client.connectedAccounts.link({
    body: {
      auth_config_id: authConfig,
      user_id: `${name}-to-be-confirmed`,
      callback_url: 'https://app.example/done',
    },
  })
  const { leadsTo } = await createVisitor().connect(redirect_url, { generic_api_key: secret })
  expect(leadsTo).toContain('confirmation_code=')
  await client.projects.updateConfig({ body: { require_connection_confirmation: false } })
  await awaitSite(client, name, secret)
}

/** Nobody listens at its address. */
const awaitSite = async (client: Client, name: string, secret: string): Promise<void> => {
  const slug = `${name}sites`
  await importToolkit(
    { client },
    {
      recipe: JSON.stringify({
        recipe: 1,
        slug,
        name: 'Sites',
        description: { kind: 'none', base_url: 'http://127.0.0.1:9' },
        auth: [{ scheme: 'BEARER_TOKEN' }],
        account: {
          look_ups: [{ request: { path: '/sites' }, items: 'sites', set: { site: 'id' } }],
        },
        tools: [
          {
            slug: `${slug.toUpperCase().replaceAll(/\W/g, '_')}_READ`,
            declare: { method: 'GET', path: '/things' },
            description: 'Reads things.',
          },
        ],
      }),
    },
  )
  const { auth_config } = await client.authConfigs.create({ body: { toolkit: { slug } } })
  const { redirect_url } = await client.connectedAccounts.link({
    body: { auth_config_id: auth_config.id, user_id: `${name}-without-a-site` },
  })
  expect((await createVisitor().connect(redirect_url, { token: secret })).status).toBe(303)
}

/** That the account became ACTIVE is told by a job. */
const untilEvent = async (client: Client): Promise<void> => {
  for await (const _event of await client.triggerInstances.events({ query: { after: 0 } })) return
}

/** Whose accounts they are, as the API says. */
export const accountOwner = {
  id: 'owner-4711',
  name: 'Ada Lovelace',
  email: 'ada@notes.example',
  login: 'ada',
  workspace: 'Engine',
  url: 'https://notes.example/ada',
}
const ownerPaths = {
  id: 'id',
  name: 'name',
  email: 'email',
  login: 'login',
  workspace: 'workspace',
  url: 'url',
}

/**
 * An upstream for filled projects: an archive, a list that is too large for a model to read, and
 * small notes.
 */
export const serveNotes = (request: { url: string }, response: ServerResponse): void => {
  if (request.url === '/export')
    return void response
      .writeHead(200, { 'content-type': 'application/zip' })
      .end(Buffer.from([80, 75, 3, 4]))
  if (request.url === '/me') return json(response, 200, accountOwner)
  json(response, 200, request.url === '/notes' ? [{ text: 'x'.repeat(30_000) }] : { note: 1 })
}
