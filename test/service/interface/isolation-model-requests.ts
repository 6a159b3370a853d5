import * as fc from 'fast-check'
import { pageOrigin, type FilledProject } from '../../support/fill-project.ts'
import { notesApi } from '../../support/notes-api.ts'
import { listReferences, nameOf, type Reference } from '../isolation/list-references.ts'
import {
  namedReferences,
  notReferences,
  requestFor,
  unknownOf,
  type Request,
} from '../isolation/requests.ts'
import type { Party, World } from './isolation-model-world.ts'
import type { Operation } from './operations.ts'
import type { Input } from './send-operation.ts'
import { toArbitrary } from './to-arbitrary.ts'

/** Where something of a project is named in an operation. */
const references: Reference[] = [
  ...listReferences().map((reference) => ({
    ...reference,
    kind: namedReferences[nameOf(reference)] ?? reference.kind,
  })),
  ...Object.entries({ ...namedReferences, 'webhookDeliveries.replay params id': 'wd' }).map(
    ([name, kind]): Reference => {
      const [operation = '', part, ...path] = name.split(' ')
      return { operation, part: part as Reference['part'], path, kind }
    },
  ),
].filter(
  (reference) =>
    reference.kind === 'wd' ||
    (reference.kind !== undefined && !notReferences.includes(nameOf(reference))),
)

/**
 * A request of a party as it may come: what it makes holds fresh canaries, what it names is taken
 * from everybody's.
 */
export const toInput = (
  world: World,
  party: Party,
  operation: Operation,
  upstreamUrl: string,
  othersShare?: number,
): Input => {
  const { name, endpoint } = operation
  const pick = (kind: string): string => world.pick(kind, party, othersShare) ?? unknownOf(kind)
  const params: Record<string, string> = Object.fromEntries(
    references.flatMap((reference) =>
      reference.operation === name && reference.part === 'params'
        ? [[reference.path[0] ?? '', pick(reference.kind ?? '')]]
        : [],
    ),
  )
  // Two ids of a path that belong together are rarely met by chance.
  const home =
    world.random() < 0.7
      ? world.pick(
          homeOf(
            params['approval_id'] ??
              params['key_id'] ??
              params['handle'] ??
              params['instanceId'] ??
              '',
          ),
          party,
          0,
        )
      : undefined
  if (home !== undefined) params['serverId' in params ? 'serverId' : 'session_id'] = home
  const named =
    othersShare === 0
      ? undefined
      : world.choose(
          references.filter(
            (reference) => reference.operation === name && reference.part !== 'params',
          ),
        )
  const base = baseOf(world, party, name, upstreamUrl, pick, named && nameOf(named))
  const generated =
    isGenerated(operation) && othersShare !== 0 && world.random() < 0.15
      ? generate(world, operation)
      : undefined
  const parts = {
    params: { ...params, ...base.params },
    query: { ...base.query, ...pageOf(world, party, operation) },
    body: endpoint.body ? (generated ?? base.body ?? {}) : undefined,
  }
  if (!named || world.random() < 0.5) return parts
  const part = named.part as 'query' | 'body'
  return {
    ...parts,
    [part]: withValue(parts[part] ?? {}, named.path, pick(named.kind ?? ''), pick),
  }
}

/**
 * Where the names of what lies in the record of this id are kept: its session, or its MCP server.
 */
export const homeOf = (id: string): string => `home of ${id}`

const baseOf = (
  world: World,
  party: Party,
  operation: string,
  upstreamUrl: string,
  pick: (kind: string) => string,
  reference: string | undefined,
): Request => {
  const made = recipes[operation]?.({ world, party, pick, upstreamUrl })
  if (made && world.random() < 0.9) return made
  const listed =
    (reference !== undefined ? requestFor[reference] : undefined) ?? requestFor[operation]
  return (operation === 'toolkits.import' ? undefined : listed?.(sample(pick))) ?? made ?? {}
}

type Place = { world: World; party: Party; pick(kind: string): string; upstreamUrl: string }

/** Requests that plant canaries: by operation. */
const recipes: Record<string, (place: Place) => Request> = {
  'authConfigs.create': ({ world, party, pick }) => ({
    body: {
      toolkit: { slug: pick('toolkit') },
      auth_config: {
        name: `${world.name(party)} config`,
        ...(world.random() < 0.25
          ? {
              authScheme: 'OAUTH2',
              credentials: { client_id: world.name(party), client_secret: world.secret(party) },
            }
          : {
              shared_credentials: {
                generic_api_key: world.secret(party),
                note: world.secret(party),
              },
            }),
        ...(world.random() < 0.15 && {
          proxy_config: { proxy_url: 'http://1.1.1.1:3128', proxy_auth_key: world.secret(party) },
        }),
      },
    },
  }),
  'authConfigs.update': ({ world, party }) => ({
    body: {
      type: 'custom',
      name: `${world.name(party)} renamed`,
      ...(world.random() < 0.5 && { shared_credentials: { generic_api_key: world.secret(party) } }),
      ...(world.random() < 0.5 && { credentials: { client_secret: world.secret(party) } }),
    },
  }),
  'authConfigs.setStatus': ({ world }) => ({
    params: { status: world.random() < 0.7 ? 'ENABLED' : 'DISABLED' },
  }),
  'connectedAccounts.setStatus': ({ world }) => ({ body: { enabled: world.random() < 0.7 } }),
  'connectedAccounts.create': ({ world, party, pick }) => ({
    body: {
      auth_config: { id: pick('ac') },
      connection: {
        user_id: userOf(world, party, pick),
        state: {
          authScheme: 'API_KEY',
          val: { generic_api_key: world.secret(party), subdomain: world.name(party) },
        },
      },
    },
  }),
  'connectedAccounts.link': ({ world, party, pick }) => ({
    body: {
      auth_config_id: pick('ac'),
      user_id: userOf(world, party, pick),
      callback_url: `https://${world.name(party)}.example/back`,
      connection_data: { generic_api_key: world.secret(party) },
    },
  }),
  'connectTokens.create': ({ world, party, pick }) => ({
    body: {
      user_id: world.pick('sessionUser', party, 0) ?? connectedOf(world, party, pick),
      allowed_origins: [pageOrigin],
      ...(world.random() < 0.2 && { toolkits: [pick('toolkit')] }),
    },
  }),
  'connectTokens.revoke': ({ world, party, pick }) => ({
    query: { user_id: connectedOf(world, party, pick) },
  }),
  'connections.link': ({ pick }) => ({ body: { toolkit: pick('toolkit') } }),
  'connections.update': ({ world, party }) => ({ body: { name: world.name(party) } }),
  'mcp.create': ({ world, party, pick }) => ({
    body: { name: `${world.name(party)} server`, auth_config_ids: [pick('ac')] },
  }),
  'mcp.createCustom': ({ world, party, pick }) => ({
    body: { name: `${world.name(party)} own`, toolkits: [pick('toolkit')] },
  }),
  'mcp.update': ({ world, party }) => ({ body: { name: `${world.name(party)} new` } }),
  'mcp.createInstance': ({ world, party, pick }) => ({
    body: { user_id: userOf(world, party, pick), rotate_key: world.random() < 0.3 },
  }),
  'mcp.generate': ({ world, party, pick }) => ({
    body: { mcp_server_id: pick('mcpServer'), user_ids: [userOf(world, party, pick)] },
  }),
  'mcp.rotateUrls': ({ world, party, pick }) => ({
    body: { user_id: userOf(world, party, pick) },
  }),
  'projects.updateConfig': ({ world, party }) => ({
    body: {
      display_name: world.name(party),
      mask_secret_keys_in_connected_account: world.random() < 0.7,
      log_visibility_setting: world.random() < 0.7 ? 'show_all' : 'dont_store_data',
      require_mcp_api_key: world.random() < 0.5,
    },
  }),
  'sessions.attach': ({ world, party }) => ({
    body: { experimental: { custom_tools: [customTool(world, party)] } },
  }),
  'sessions.create': ({ world, party, pick }) => ({
    body: {
      user_id: connectedOf(world, party, pick),
      ...(world.random() < 0.3 && {
        approvals:
          world.random() < 0.5
            ? { tools: [pick('tool')] }
            : { tags: ['readOnlyHint', 'destructiveHint'] },
      }),
      ...(world.random() < 0.3 && { experimental: { custom_tools: [customTool(world, party)] } }),
      ...(world.random() < 0.3 && {
        manage_connections: {
          enable: true,
          callback_url: `https://${world.name(party)}.example/done`,
        },
      }),
    },
  }),
  'sessions.update': ({ pick }) => ({
    body: {
      connected_accounts: { [pick('toolkit')]: pick('ca') },
      approvals: { tools: [pick('tool')] },
    },
  }),
  'sessions.createApprovalTicket': ({ world, party, pick }) => ({
    body: { user_id: world.pick('sessionUser', party, 0) ?? pick('user') },
  }),
  'sessions.execute': ({ world, party, pick }) => ({ body: callOf(world, party, pick) }),
  'sessions.executeMeta': ({ world, party, pick }) => ({
    body:
      world.choose([
        {
          slug: 'SVC_SEARCH_TOOLS',
          arguments: { queries: [{ use_case: 'list, get or delete notes of everybody' }] },
        },
        {
          slug: 'SVC_MULTI_EXECUTE_TOOL',
          arguments: {
            tools: [
              callOf(world, party, pick),
              { ...callOf(world, party, pick), account: pick('ca') },
            ],
          },
        },
        { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: [pick('tool'), pick('tool')] } },
        { slug: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: [pick('toolkit')] } },
        { slug: 'SVC_READ_RESULT', arguments: { handle: pick('res'), path: '[0]' } },
      ]) ?? {},
  }),
  'sessions.search': () => ({
    body: { queries: [{ use_case: 'get the notes of a user, delete them, export an archive' }] },
  }),
  'toolkits.import': ({ world, party, pick, upstreamUrl }) => {
    const slug = world.random() < 0.2 ? pick('toolkit') : `${world.name(party)}notes`
    return {
      body: {
        slug,
        name: `${world.name(party)} kit`,
        description: world.name(party),
        source: { openapi: describeNotes(world, party, upstreamUrl) },
        accept_host_change: true,
        triggers: [
          {
            slug: `${slug.toUpperCase()}_NOTE_MADE`,
            name: world.name(party),
            description: world.name(party),
            type: 'webhook',
            config: { type: 'object' },
            payload: { type: 'object' },
            webhook: {},
          },
        ],
      },
    }
  },
  'tools.execute': ({ world, party, pick }) => {
    const { tool_slug, arguments: given } = callOf(world, party, pick)
    return {
      params: { tool_slug },
      body: {
        user_id: connectedOf(world, party, pick),
        arguments: given,
        ...(world.random() < 0.3 && { connected_account_id: pick('ca') }),
      },
    }
  },
  'tools.proxy': ({ world, party, pick, upstreamUrl }) => ({
    body: {
      endpoint: '/notes/1',
      method: 'POST',
      body: { text: world.name(party) },
      ...(world.random() < 0.5
        ? { connected_account_id: pick('ca') }
        : {
            endpoint: `${upstreamUrl}/${party.tag}/notes/1`,
            custom_connection_data: {
              authScheme: 'API_KEY',
              toolkitSlug: pick('toolkit'),
              val: { generic_api_key: world.secret(party) },
            },
          }),
    },
  }),
  'triggerInstances.events': ({ world }) => ({
    query: { after: String(world.choose([0, 0, 1, 3])) },
  }),
  'triggerInstances.upsert': ({ world, party, pick }) => ({
    body: { connected_account_id: pick('ca'), trigger_config: { note: world.name(party) } },
  }),
  'webhookSubscriptions.create': ({ world, party }) => ({
    body: {
      webhook_url: `https://1.1.1.1/${world.name(party)}`,
      enabled_events: ['svc.trigger.message'],
    },
  }),
  'webhookSubscriptions.update': ({ world, party }) => ({
    body: { webhook_url: `https://1.1.1.1/${world.name(party)}` },
  }),
}

/** Half of the users are named by nobody else, so that nobody has said their names. */
const userOf = (world: World, party: Party, pick: (kind: string) => string): string =>
  world.random() < 0.5 ? `${world.name(party)}-user` : pick('user')

/** Mostly one who has an account. */
const connectedOf = (world: World, party: Party, pick: (kind: string) => string): string =>
  (world.random() < 0.7 ? world.pick('connected', party, 0) : undefined) ??
  userOf(world, party, pick)

/** A call of a tool of notes, with what it asks for. */
const callOf = (world: World, party: Party, pick: (kind: string) => string) => {
  const tool = pick('tool')
  if (tool.endsWith('_CREATE_NOTE'))
    return { tool_slug: tool, arguments: { text: world.name(party) } }
  return {
    tool_slug: tool,
    arguments: /_(GET|DELETE)_NOTE$/.test(tool) ? { id: world.name(party) } : {},
  }
}

const customTool = (world: World, party: Party) => ({
  slug: 'COUNT',
  name: world.name(party),
  description: world.name(party),
  input_schema: { type: 'object', properties: {} },
})

/** The description of notes with canaries in its texts, at an address of the party's own. */
const describeNotes = (world: World, party: Party, upstreamUrl: string) => {
  const document = notesApi(`${upstreamUrl}/${party.tag}`)
  const oauth = {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: `${upstreamUrl}/${party.tag}/authorize`,
        tokenUrl: `${upstreamUrl}/${party.tag}/token`,
        scopes: { notes: world.name(party) },
      },
    },
  }
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [
          method,
          { ...operation, description: world.name(party) },
        ]),
      ),
    ]),
  )
  return {
    ...document,
    info: { ...document.info, description: world.name(party) },
    components: { securitySchemes: { ...document.components.securitySchemes, oauth } },
    security: [{ key: [] }, { oauth: [] }],
    paths,
  }
}

/** What `requestFor` takes its names from: each of any project's. */
const sample = (pick: (kind: string) => string): FilledProject => ({
  project: pick('pr'),
  toolkit: pick('toolkit'),
  tool: pick('tool'),
  import: pick('imp'),
  user: pick('user'),
  secret: 'none',
  authConfig: pick('ac'),
  authConfigUuid: pick('uuid'),
  account: pick('ca'),
  accountUuid: pick('uuid'),
  session: pick('trs'),
  freeSession: pick('trs'),
  approval: pick('apr'),
  mcpKey: pick('mk'),
  connectToken: 'none',
  result: pick('res'),
  log: pick('log'),
  file: 'none',
  upload: pick('file'),
  triggerType: pick('triggerType'),
  trigger: pick('ti'),
  triggerUuid: pick('uuid'),
  webhook: pick('ws'),
  mcpServer: pick('mcpServer'),
})

/** Lists in full, in part, and continued where another's ended. */
const pageOf = (world: World, party: Party, { endpoint }: Operation): Record<string, unknown> => {
  const fields = endpoint.query?.shape ?? {}
  const cursor = world.random() < 0.3 ? world.pick('cursor', party, 0.5) : undefined
  return {
    ...('show_disabled' in fields && { show_disabled: 'true' }),
    ...('limit' in fields && { limit: String(world.choose([2, 20, 1000])) }),
    ...('cursor' in fields && cursor !== undefined && { cursor }),
    ...('search' in fields &&
      world.random() < 0.2 && { search: world.choose(['notes', 'config', 'zqk']) }),
    ...('type' in fields && {
      type: world.choose(['CONNECTED_ACCOUNT', 'AUTH_CONFIG', 'TRIGGER_INSTANCE']),
    }),
    ...('uuid' in fields && { uuid: world.pick('uuid', party) ?? unknownOf('uuid') }),
  }
}

/** Bodies of any kind, except where they would name addresses of other people's. */
const isGenerated = ({ name, endpoint }: Operation): boolean =>
  endpoint.body !== undefined &&
  !/^(toolkits\.import|authConfigs\.|webhookSubscriptions\.|projects\.|tools\.proxy|sessions\.proxyExecute)/.test(
    name,
  )

const generated = new Map<string, unknown[]>()

const generate = (world: World, { name, endpoint }: Operation): unknown => {
  const samples =
    generated.get(name) ??
    (endpoint.body ? fc.sample(toArbitrary(endpoint.body), { seed: 1, numRuns: 30 }) : [])
  generated.set(name, samples)
  return structuredClone(world.choose(samples))
}

/** The value put where the path leads, with what is on the way there. */
const withValue = (
  base: unknown,
  [step, ...rest]: string[],
  value: string,
  pick: (kind: string) => string,
): unknown => {
  if (step === undefined) return value
  if (step === '[]')
    return [withValue(Array.isArray(base) ? base[0] : undefined, rest, value, pick)]
  const fields = typeof base === 'object' && base !== null ? (base as Record<string, unknown>) : {}
  if (step === '*key') return { ...fields, [value]: pick('ac') }
  const name = step === '*' ? pick('toolkit') : step
  return { ...fields, [name]: withValue(fields[name], rest, value, pick) }
}

/**
 * How often an operation is sent, against 1 for most: what makes and uses things more, what takes
 * away what much hangs on less.
 */
const weights: Record<string, number> = {
  'authConfigs.delete': 0.15,
  'connectedAccounts.create': 5,
  'connections.decide': 3,
  'connections.delete': 2,
  'description.openapi': 0.05,
  'projects.create': 0.3,
  'projects.delete': 0.1,
  'projects.regenerateApiKey': 0.3,
  'sessions.createApprovalTicket': 4,
  'sessions.execute': 6,
  'sessions.executeMeta': 4,
  'sessions.proxyExecute': 3,
  'sessions.result': 3,
  'toolkits.add': 2,
  'toolkits.delete': 0.1,
  'toolkits.import': 0.3,
  'triggerInstances.events': 0.3,
  'tools.execute': 4,
  'triggerInstances.upsert': 3,
}

export const weightOf = ({ name, endpoint }: Operation): number =>
  weights[name] ?? (endpoint.method === 'DELETE' ? 0.4 : name in recipes ? 2 : 1)
