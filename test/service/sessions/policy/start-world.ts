import { importToolkit } from '../../../support/import-toolkit.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../../support/start-upstream.ts'

/**
 * Every tool of the project, with the tags it is to have, and the request that it makes. Each name
 * has a word of its own, by which searches find it.
 */
export const tools = {
  NOTES_LIST_NOTES: {
    toolkit: 'notes',
    tags: ['readOnlyHint', 'openWorldHint'],
    method: 'get',
    path: '/notes/list',
  },
  NOTES_WRITE_DRAFT: {
    toolkit: 'notes',
    tags: ['openWorldHint'],
    method: 'post',
    path: '/notes/draft',
  },
  NOTES_STAR_PAGE: {
    toolkit: 'notes',
    tags: ['idempotentHint', 'openWorldHint'],
    method: 'put',
    path: '/notes/star',
  },
  NOTES_DELETE_NOTEBOOK: {
    toolkit: 'notes',
    tags: ['destructiveHint', 'idempotentHint', 'openWorldHint'],
    method: 'delete',
    path: '/notes/notebook',
  },
  NOTES_PRO_GET_ARCHIVE: {
    toolkit: 'notes-pro',
    tags: ['readOnlyHint', 'openWorldHint'],
    method: 'get',
    path: '/pro/archive',
  },
  NOTES_PRO_PURGE_BIN: {
    toolkit: 'notes-pro',
    tags: ['destructiveHint', 'idempotentHint', 'openWorldHint'],
    method: 'delete',
    path: '/pro/bin',
  },
  WEATHER_GET_FORECAST: {
    toolkit: 'weather',
    tags: ['readOnlyHint', 'openWorldHint'],
    method: 'get',
    path: '/weather/forecast',
  },
  WEATHER_SEND_ALARM: {
    toolkit: 'weather',
    tags: ['openWorldHint'],
    method: 'post',
    path: '/weather/alarm',
  },
  VAULT_GET_DEPOSIT: {
    toolkit: 'vault',
    tags: ['readOnlyHint', 'openWorldHint'],
    method: 'get',
    path: '/vault/deposit',
  },
  LOCKED_GET_TREASURE: {
    toolkit: 'locked',
    tags: ['readOnlyHint', 'openWorldHint'],
    method: 'get',
    path: '/locked/treasure',
  },
  CLOSED_GET_HARBOUR: {
    toolkit: 'closed',
    tags: ['readOnlyHint', 'openWorldHint'],
    method: 'get',
    path: '/closed/harbour',
  },
} as const

export type ToolSlug = keyof typeof tools
export type ToolkitSlug = (typeof tools)[ToolSlug]['toolkit']

export const toolSlugs = Object.keys(tools) as ToolSlug[]
export const toolkitSlugs = [...new Set(Object.values(tools).map(({ toolkit }) => toolkit))]
export const openToolkits: readonly ToolkitSlug[] = ['notes-pro', 'weather']

export type World = {
  service: TestService
  upstream: Upstream
  /**
   * `notes` has a second auth config, under which nobody is connected; one of `vault` is disabled.
   */
  ids: {
    notesConfig: string
    emptyConfig: string
    vaultOld: string
    vaultNew: string
    disabledConfig: string
  }
  close(): Promise<void>
}

/**
 * A project whose user Ada has connected `notes` once and `vault` twice. She also has accounts of
 * `locked`, whose auth config is not for sessions, and of `closed`, whose auth config is disabled.
 * Bob has connected nothing. `notes-pro` and `weather` need no connection.
 */
export const startWorld = async (): Promise<World> => {
  const upstream = await startUpstream(
    (_request, response) => json(response, 200, { done: true }),
    { keep: true },
  )
  const service = await startService({ keep: true, egressAllow: [upstream.host] })
  const { client } = service
  for (const slug of toolkitSlugs)
    await importToolkit(service, { slug, source: { openapi: describe(slug, upstream.url) } })
  const openConfig = async (toolkit: ToolkitSlug, settings: Record<string, unknown> = {}) =>
    (
      await client.authConfigs.create({
        body: {
          toolkit: { slug: toolkit },
          ...(Object.keys(settings).length > 0 && { auth_config: settings }),
        },
      })
    ).auth_config.id
  const connect = async (config: string) =>
    (
      await client.connectedAccounts.create({
        body: {
          auth_config: { id: config },
          connection: {
            user_id: 'ada',
            state: { authScheme: 'API_KEY', val: { generic_api_key: 'a-key-of-ada' } },
          },
        },
      })
    ).id
  const disable = (config: string) =>
    client.authConfigs.setStatus({ params: { nanoid: config, status: 'DISABLED' } })

  const emptyConfig = await openConfig('notes')
  const notesConfig = await openConfig('notes')
  await connect(notesConfig)
  const disabledConfig = await openConfig('vault')
  await connect(disabledConfig)
  await disable(disabledConfig)
  const vault = await openConfig('vault')
  const [vaultOld, vaultNew] = [await connect(vault), await connect(vault)]
  await connect(await openConfig('locked', { is_enabled_for_tool_router: false }))
  const closed = await openConfig('closed')
  await connect(closed)
  await disable(closed)

  return {
    service,
    upstream,
    ids: { notesConfig, emptyConfig, vaultOld, vaultNew, disabledConfig },
    close: async () => {
      await service.close()
      await upstream.close()
    },
  }
}

const describe = (toolkit: ToolkitSlug, url: string) => {
  const needsKey = !openToolkits.includes(toolkit)
  const own = Object.entries(tools).filter(([, tool]) => tool.toolkit === toolkit)
  return {
    openapi: '3.1.0',
    info: { title: toolkit, version: '1', description: `What ${toolkit} does` },
    servers: [{ url }],
    ...(needsKey && {
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      security: [{ key: [] }],
    }),
    paths: Object.fromEntries(
      own.map(([slug, { method, path }]) => {
        const words = slug
          .slice(toolkit.length + 1)
          .toLowerCase()
          .split('_')
        return [
          path,
          {
            [method]: {
              operationId: words.join('_'),
              summary: words.join(' '),
              responses: { 200: { description: 'ok' } },
            },
          },
        ]
      }),
    ),
  }
}
