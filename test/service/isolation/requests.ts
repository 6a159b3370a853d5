import type { FilledProject } from '../../support/fill-project.ts'

export type Request = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** References that their schemas don't show: name of the reference -> what it names. */
export const namedReferences: Record<string, string> = {
  'approvals.list query tool_slugs []': 'tool',
  'approvals.list query user_ids []': 'user',
  'connectedAccounts.list query user_ids []': 'user',
  'logs.list query tool_slugs []': 'tool',
  'logs.list query user_ids []': 'user',
  'mcp.create body allowed_tools []': 'tool',
  'mcp.createCustom body allowed_tools []': 'tool',
  'mcp.createInstance params serverId': 'mcpServer',
  'mcp.delete params id': 'mcpServer',
  'mcp.deleteInstance params instanceId': 'user',
  'mcp.deleteInstance params serverId': 'mcpServer',
  'mcp.generate body mcp_server_id': 'mcpServer',
  'mcp.get params id': 'mcpServer',
  'mcp.listInstances params serverId': 'mcpServer',
  'mcp.rotateUrls params serverId': 'mcpServer',
  'mcp.update body allowed_tools []': 'tool',
  'mcp.update params id': 'mcpServer',
  'sessions.create body tools * enable []': 'tool',
  'sessions.attach query tool_slugs []': 'tool',
  'sessions.create query tool_slugs []': 'tool',
  'sessions.get query tool_slugs []': 'tool',
  'sessions.tools query tool_slugs []': 'tool',
  'sessions.create body user_id': 'user',
  'sessions.list query user_ids []': 'user',
  'sessions.update body tools * enable []': 'tool',
  'sessions.execute body tool_slug': 'tool',
  'sessions.executeMeta body arguments tool_slugs []': 'tool',
  'sessions.executeMeta body arguments tools [] account': 'ca',
  'sessions.executeMeta body arguments tools [] tool_slug': 'tool',
  'tools.execute body user_id': 'user',
  'tools.execute params tool_slug': 'tool',
  'tools.get params tool_slug': 'tool',
  'tools.annotate params tool_slug': 'tool',
  'tools.list query tool_slugs []': 'tool',
  'triggerInstances.listActive query trigger_names []': 'triggerType',
  'triggerInstances.listActive query user_ids []': 'user',
  'triggerInstances.upsert params slug': 'triggerType',
  'triggerTypes.get params slug': 'triggerType',
  'users.erase params user_id': 'user',
  'users.get params user_id': 'user',
  'users.list query prefix': 'user',
}

/** Parameters that name nothing of a project, and slugs that the caller makes up. */
export const notReferences: readonly string[] = [
  'authConfigs.setStatus params status',
  'toolkits.import body slug',
  // Only a server of a third party makes changes: mcp-source/changes.test.ts shows the same.
  'toolkits.acceptChanges body ids []',
  'toolkits.rejectChanges body ids []',
  // No request makes a delivery: webhooks/deliveries.test.ts puts one into the database and shows
  // the same.
  'webhookDeliveries.replay params id',
]

/** What a kind of reference is in a project. */
export const valueOf = (project: FilledProject, kind: string): string | undefined =>
  ({
    ac: project.authConfig,
    apr: project.approval,
    ca: project.account,
    file: project.upload,
    imp: project.import,
    log: project.log,
    mcpServer: project.mcpServer,
    mk: project.mcpKey,
    pr: project.project,
    res: project.result,
    ti: project.trigger,
    tool: project.tool,
    toolkit: project.toolkit,
    triggerType: project.triggerType,
    trs: project.session,
    user: project.user,
    uuid: project.accountUuid,
    ws: project.webhook,
  })[kind]

/** A name of the kind that no project has. */
export const unknownOf = (kind: string): string =>
  ({
    mcpServer: '00000000-0000-4000-8000-000000000000',
    tool: 'UNKNOWNNOTES_GET_NOTE',
    toolkit: 'unknownnotes',
    triggerType: 'UNKNOWNNOTES_NOTE_MADE',
    user: 'unknown-ada',
    uuid: '00000000-0000-4000-8000-000000000000',
  })[kind] ?? `${kind}_00000000000000000`

const customTool = {
  slug: 'COUNT',
  name: 'Count',
  description: 'Counts',
  input_schema: { type: 'object', properties: {} },
}
const customToolkit = {
  slug: 'mine',
  name: 'Mine',
  description: 'Of the caller',
  tools: [customTool],
}

/**
 * What a request needs besides its reference and the ids in its path, so that nothing else is wrong
 * with it: by name of the reference, or of the operation for all of its references.
 */
export const requestFor: Record<string, (own: FilledProject) => Request> = {
  'authConfigs.setStatus': () => ({ params: { status: 'DISABLED' } }),
  'authConfigs.update': () => ({ body: { type: 'custom', name: 'Taken over' } }),
  'connectedAccounts.confirm': () => ({ body: { code: 'cc_unknown' } }),
  'connectedAccounts.create': (own) => ({
    body: {
      connection: {
        user_id: own.user,
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
      },
    },
  }),
  'connectedAccounts.link': (own) => ({ body: { user_id: own.user } }),
  'connectedAccounts.update': () => ({ body: { name: 'Taken over' } }),
  'connectTokens.create': (own) => ({ body: { user_id: own.user } }),
  'connections.confirm': () => ({ body: { code: 'none' } }),
  'connections.decide': () => ({ body: { decision: 'approve' } }),
  'connections.update': () => ({ body: { name: 'Taken over' } }),
  'connectedAccounts.setStatus': () => ({ body: { enabled: false } }),
  'mcp.create': (own) => ({ body: { name: 'Own second', auth_config_ids: [own.authConfig] } }),
  'mcp.createCustom': (own) => ({ body: { name: 'Own third', toolkits: [own.toolkit] } }),
  'mcp.createInstance': (own) => ({ body: { user_id: own.user } }),
  'mcp.generate body connected_account_ids []': (own) => ({
    body: { mcp_server_id: own.mcpServer },
  }),
  'mcp.update': () => ({ body: { name: 'Taken over' } }),
  'migration.getNanoid': () => ({ query: { type: 'CONNECTED_ACCOUNT' } }),
  'sessions.update body experimental custom_tools [] extends_toolkit': () => ({
    body: { experimental: { custom_tools: [customTool] } },
  }),
  'sessions.update body experimental custom_tools [] slug': () => ({
    body: { experimental: { custom_tools: [customTool] } },
  }),
  'sessions.update body experimental custom_toolkits [] slug': () => ({
    body: { experimental: { custom_toolkits: [customToolkit] } },
  }),
  'sessions.update body experimental custom_toolkits [] tools [] slug': () => ({
    body: { experimental: { custom_toolkits: [customToolkit] } },
  }),
  'sessions.attach': () => ({ body: { experimental: {} } }),
  'sessions.attach body experimental custom_tools [] extends_toolkit': () => ({
    body: { experimental: { custom_tools: [customTool] } },
  }),
  'sessions.attach body experimental custom_tools [] slug': () => ({
    body: { experimental: { custom_tools: [customTool] } },
  }),
  'sessions.attach body experimental custom_toolkits [] slug': () => ({
    body: { experimental: { custom_toolkits: [customToolkit] } },
  }),
  'sessions.attach body experimental custom_toolkits [] tools [] slug': () => ({
    body: { experimental: { custom_toolkits: [customToolkit] } },
  }),
  'sessions.create body experimental custom_tools [] extends_toolkit': (own) => ({
    body: { user_id: own.user, experimental: { custom_tools: [customTool] } },
  }),
  'sessions.create body experimental custom_tools [] slug': (own) => ({
    body: { user_id: own.user, experimental: { custom_tools: [customTool] } },
  }),
  'sessions.create body experimental custom_toolkits [] slug': (own) => ({
    body: { user_id: own.user, experimental: { custom_toolkits: [customToolkit] } },
  }),
  'sessions.create body experimental custom_toolkits [] tools [] slug': (own) => ({
    body: { user_id: own.user, experimental: { custom_toolkits: [customToolkit] } },
  }),
  'sessions.decide': () => ({ body: { decision: 'approve' } }),
  'sessions.createApprovalTicket': (own) => ({ body: { user_id: own.user } }),
  'sessions.createMcpKey': () => ({ body: {} }),
  'sessions.create': (own) => ({ body: { user_id: own.user } }),
  'sessions.execute body account': (own) => ({
    body: { tool_slug: own.tool, arguments: { id: '1' } },
  }),
  'sessions.execute': (own) => ({ body: { tool_slug: own.tool, arguments: { id: '1' } } }),
  'sessions.executeMeta': (own) => ({
    body: {
      slug: 'SVC_MULTI_EXECUTE_TOOL',
      arguments: { tools: [{ tool_slug: own.tool, arguments: { id: '1' } }] },
    },
  }),
  'sessions.executeMeta body arguments tool_slugs []': () => ({
    body: { slug: 'SVC_GET_TOOL_SCHEMAS' },
  }),
  'webhookSubscriptions.recover': () => ({ body: { since: '2026-01-01T00:00:00Z' } }),
  'sessions.link': (own) => ({ body: { toolkit: own.toolkit } }),
  'sessions.proxyExecute': (own) => ({
    body: { toolkit_slug: own.toolkit, endpoint: '/notes/1', method: 'GET' },
  }),
  'sessions.proxyExecute body account': (own) => ({
    params: { session_id: own.freeSession },
    body: { toolkit_slug: own.toolkit, endpoint: '/notes/1', method: 'GET' },
  }),
  'sessions.storeResult': () => ({ body: { data: {} } }),
  'sessions.search': () => ({ body: { queries: [{ use_case: 'get a note' }] } }),
  'toolkits.import body source graphql connected_account_id': (own) => ({
    body: { slug: own.toolkit, source: { graphql: { url: 'https://api.invalid/graphql' } } },
  }),
  'toolkits.import body source mcp connected_account_id': (own) => ({
    body: { slug: own.toolkit, source: { mcp: { url: 'https://mcp.invalid/mcp' } } },
  }),
  'tools.cancel': () => ({ body: { idempotency_key: 'of nobody' } }),
  'tools.proxy body custom_connection_data toolkitSlug': () => ({
    body: {
      endpoint: '/notes/1',
      method: 'GET',
      custom_connection_data: {
        authScheme: 'API_KEY',
        val: { access_token: 'key', generic_api_key: 'key' },
      },
    },
  }),
  'tools.execute body custom_connection_data toolkitSlug': (own) => ({
    params: { tool_slug: own.tool },
    body: {
      arguments: { id: '1' },
      custom_connection_data: {
        authScheme: 'API_KEY',
        val: { access_token: 'key', generic_api_key: 'key' },
      },
    },
  }),
  'tools.proxy body binary_body s3key': (own) => ({
    body: { connected_account_id: own.account, endpoint: '/notes/1', method: 'PUT' },
  }),
  'toolkits.acceptChanges': () => ({ body: { ids: ['chg_00000000000000000'] } }),
  'toolkits.rejectChanges': () => ({ body: { ids: ['chg_00000000000000000'] } }),
  'tools.annotate': () => ({ body: { readOnlyHint: true } }),
  'tools.proxy': () => ({ body: { endpoint: '/notes/1', method: 'GET' } }),
  'tools.execute': (own) => ({ body: { user_id: own.user, arguments: { id: '1' } } }),
  'tools.execute body connected_account_id': (own) => ({
    params: { tool_slug: own.tool },
    body: { arguments: { id: '1' } },
  }),
  'tools.execute body user_id': (own) => ({
    params: { tool_slug: own.tool },
    body: { arguments: { id: '1' } },
  }),
  'triggerInstances.events': () => ({ query: { after: '0' } }),
  'logs.activity': () => ({ query: { last: '200' } }),
  'triggerInstances.setStatus': () => ({ body: { status: 'disable' } }),
  'triggerInstances.upsert': (own) => ({ body: { connected_account_id: own.account } }),
  'webhookSubscriptions.update': () => ({ body: { enabled_events: ['svc.trigger.message'] } }),
}
