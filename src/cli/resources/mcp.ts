import { action, list, record, type Resource } from './resource.ts'

const server = { '<server>': 'params.id' } as const
const ofServer = { '<server>': 'params.serverId' } as const

const choice = [
  {
    flags: '--toolkit <slug>',
    description: 'a toolkit of the server',
    to: 'body.toolkits',
    kind: 'list',
  },
  {
    flags: '--auth-config <id>',
    description: 'auth config (ac_…) of its accounts',
    to: 'body.auth_config_ids',
    kind: 'list',
  },
  {
    flags: '--tool <slug>',
    description: 'allow only this tool; default: all of the toolkits',
    to: 'body.allowed_tools',
    kind: 'list',
  },
] as const

export const mcp: Resource = {
  name: 'mcp',
  description: 'MCP servers for clients such as Claude Code',
  examples: [
    'plugboard mcp create "Support tools" --toolkit github',
    'plugboard mcp add-user 6f1c2a34-9b7d-4e58-a1c0-3d2e5f708192 ada',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'mcp.list',
      summary: 'List MCP servers, newest first',
      options: [
        { flags: '--name <text>', description: 'only with this in the name', to: 'query.name' },
        {
          flags: '--toolkit <slug>',
          description: 'only with this toolkit',
          to: 'query.toolkits',
          kind: 'list',
        },
      ],
      columns: {
        SERVER: ({ id }) => id,
        NAME: ({ name }) => name,
        USERS: ({ server_instance_count }) => server_instance_count,
        CREATED: ({ created_at }) => new Date(created_at),
        TOOLKITS: ({ toolkits }) => toolkits.join(', '),
      },
      empty:
        'There are no MCP servers. To create one: plugboard mcp create <name> --toolkit <slug>',
    }),
    record({
      name: 'get',
      operation: 'mcp.get',
      summary: 'Show an MCP server',
      arguments: server,
      omits: ['toolkit_icons', 'commands', 'deleted'],
    }),
    action({
      name: 'commands',
      operation: 'mcp.get',
      summary: 'Print shell commands that configure Cursor, Claude Code and Windsurf',
      arguments: server,
      outcome: ({ commands: { client_1: cursor, client_2: claudeCode, client_3: windsurf } }) =>
        `# Cursor\n${cursor}\n\n# Claude Code\n${claudeCode}\n\n# Windsurf\n${windsurf}`,
    }),
    action({
      name: 'create',
      operation: 'mcp.createCustom',
      summary: 'Create an MCP server for toolkits',
      arguments: { '<name>': 'body.name' },
      options: [{ ...choice[0], isRequired: true }, choice[1], choice[2]],
      outcome: ({ id, mcp_url }) =>
        `Created ${id} at ${mcp_url}\nTo give a user access: plugboard mcp add-user ${id} <user>`,
    }),
    record({
      name: 'update',
      operation: 'mcp.update',
      summary: 'Change an MCP server; a list takes the place of the former one',
      arguments: server,
      options: [
        { flags: '--name <name>', description: 'another name', to: 'body.name' },
        ...choice,
      ],
      omits: ['toolkit_icons', 'commands', 'deleted'],
    }),
    action({
      name: 'delete',
      operation: 'mcp.delete',
      summary: 'Delete an MCP server; connected accounts are kept',
      arguments: server,
      question: ({ params }) => `Delete the MCP server ${params['id']}? Its users lose access.`,
      outcome: ({ id }) => `Deleted ${id}.`,
    }),
    list({
      name: 'users',
      operation: 'mcp.listInstances',
      summary: 'List the users who have access to an MCP server',
      arguments: ofServer,
      call: (client, { params, query: { limit } }) =>
        client.mcp.listInstances({
          params: { serverId: String(params['serverId']) },
          query: { limit: Number(limit) },
        }),
      columns: {
        USER: ({ instance_id }) => instance_id,
        CREATED: ({ created_at }) => new Date(created_at),
        'KEY EXPIRES': ({ expires_at }) => (expires_at === null ? 'never' : new Date(expires_at)),
      },
      empty: 'Nobody has access yet. To give a user access: plugboard mcp add-user <server> <user>',
    }),
    action({
      name: 'add-user',
      operation: 'mcp.createInstance',
      summary: "Give a user access to an MCP server; the user's key is shown only now",
      arguments: { ...ofServer, '<user>': 'body.user_id' },
      options: [
        {
          flags: '--rotate-key',
          description: 'replace the key of a user who has access already',
          to: 'body.rotate_key',
        },
        {
          flags: '--expires <seconds>',
          description: 'lifetime of the key; default: as the project says',
          to: 'body.expires_in_seconds',
          kind: 'number',
        },
      ],
      outcome: ({ key, instance_id }) =>
        key ?? `${instance_id} has access already; --rotate-key replaces the key`,
    }),
    action({
      name: 'remove-user',
      operation: 'mcp.deleteInstance',
      summary: "Take a user's access away, with the user's accounts for the toolkits of the server",
      arguments: { ...ofServer, '<user>': 'params.instanceId' },
      question: ({ params }) =>
        `Take the access of ${params['instanceId']} away, and delete this user's accounts for the toolkits of the server?`,
      outcome: ({ deleted_connected_accounts: accounts }, { params }) =>
        `${params['instanceId']} has no access any more. Deleted accounts: ${accounts}.`,
    }),
    record({
      name: 'urls',
      operation: 'mcp.generate',
      summary: 'Build the URLs of an MCP server for users and accounts',
      arguments: { '<server>': 'body.mcp_server_id' },
      options: [
        {
          flags: '--user <id>',
          description: 'a URL for this user',
          to: 'body.user_ids',
          kind: 'list',
        },
        {
          flags: '--account <id>',
          description: 'a URL for this connected account (ca_…)',
          to: 'body.connected_account_ids',
          kind: 'list',
        },
        {
          flags: '--expires <seconds>',
          description: 'lifetime of signed URLs; default: until they are rotated',
          to: 'body.expires_in_seconds',
          kind: 'number',
        },
      ],
    }),
    action({
      name: 'rotate-urls',
      operation: 'mcp.rotateUrls',
      summary: 'Invalidate the signed URLs of an MCP server, of all users or of one',
      arguments: ofServer,
      options: [{ flags: '--user <id>', description: 'only of this user', to: 'body.user_id' }],
      question: ({ params, body }) =>
        `Invalidate the signed URLs of ${params['serverId']} for ${body['user_id'] ?? 'every user'}?`,
      outcome: ({ user_id }) => `Signed URLs of ${user_id ?? 'every user'} no longer work.`,
    }),
  ],
}
