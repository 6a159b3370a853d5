import { byUser } from './filters.ts'
import { action, list, record, type Resource } from './resource.ts'

const session = { '<session>': 'params.session_id' } as const

export const sessions: Resource = {
  name: 'sessions',
  description: 'What an agent may use for one user',
  examples: [
    'plugboard sessions create --user ada --toolkit github',
    'plugboard sessions toolkits trs_9Lk3Wq7Zx5Vb2Nm8',
    'plugboard search "create an issue" --session trs_9Lk3Wq7Zx5Vb2Nm8',
  ],
  verbs: [
    action({
      name: 'create',
      operation: 'sessions.create',
      summary: 'Create a session for a user; plugboard api sessions.create takes every rule',
      options: [
        {
          flags: '--user <id>',
          description: 'your id of the user',
          to: 'body.user_id',
          isRequired: true,
        },
        {
          flags: '--toolkit <slug>',
          description: 'only the tools of this toolkit; default: all',
          to: 'body.toolkits',
          kind: 'list',
        },
      ],
      outcome: ({ session_id, mcp }) =>
        `Created ${session_id}. Its MCP endpoint, which takes a key of plugboard sessions create-key: ${mcp.url}`,
    }),
    list({
      name: 'list',
      operation: 'sessions.list',
      summary: 'List sessions, newest first',
      options: [byUser],
      columns: {
        SESSION: ({ session_id }) => session_id,
        USER: ({ user_id }) => user_id,
        CREATED: ({ created_at }) => new Date(created_at),
        EXPIRES: ({ expires_at }) => (expires_at === undefined ? null : new Date(expires_at)),
        VERSION: ({ config_version }) => config_version,
      },
      empty: 'There are no such sessions. To create one: plugboard sessions create --user <id>',
      isFollowed: true,
    }),
    record({
      name: 'get',
      operation: 'sessions.get',
      summary: 'Show a session with its rules',
      arguments: session,
    }),
    list({
      name: 'toolkits',
      operation: 'sessions.toolkits',
      summary: 'List the toolkits of a session, and the account that it uses for each',
      arguments: session,
      options: [
        {
          flags: '--search <text>',
          description: 'in name, slug or description',
          to: 'query.search',
        },
        { flags: '--connected', description: 'only connected ones', to: 'query.is_connected' },
      ],
      columns: {
        TOOLKIT: ({ slug }) => slug,
        ACCOUNT: ({ connected_account: account, is_no_auth }) =>
          is_no_auth ? 'none needed' : (account?.id ?? null),
        STATUS: ({ connected_account: account }) => account?.status ?? null,
        NAME: ({ name }) => name,
      },
      empty: 'The session has no such toolkits. plugboard sessions get shows its rules',
    }),
    list({
      name: 'keys',
      operation: 'sessions.listMcpKeys',
      summary: 'List the keys of the MCP endpoint of a session, newest first',
      arguments: session,
      columns: {
        KEY: ({ id }) => id,
        HINT: ({ key_hint }) => `…${key_hint}`,
        CREATED: ({ created_at }) => new Date(created_at),
        EXPIRES: ({ expires_at }) =>
          expires_at === null ? 'with the session' : new Date(expires_at),
        NAME: ({ name }) => name,
      },
      empty: 'The session has no keys. To create one: plugboard sessions create-key <session>',
    }),
    action({
      name: 'create-key',
      operation: 'sessions.createMcpKey',
      summary: 'Create a key for the MCP endpoint of a session; it is shown only now',
      arguments: session,
      options: [
        { flags: '--name <name>', description: 'such as the device that has it', to: 'body.name' },
        {
          flags: '--expires <seconds>',
          description: 'its lifetime; default: as the project says',
          to: 'body.expires_in_seconds',
          kind: 'number',
        },
      ],
      outcome: ({ key }) => key,
    }),
    action({
      name: 'revoke-key',
      operation: 'sessions.deleteMcpKey',
      summary: 'Revoke a key of the MCP endpoint of a session',
      arguments: { ...session, '<key>': 'params.key_id' },
      question: ({ params }) =>
        `Revoke the key ${params['key_id']}? Clients that use it lose access.`,
      outcome: ({ id }) => `Revoked ${id}.`,
    }),
    action({
      name: 'delete',
      operation: 'sessions.delete',
      summary: 'Delete a session with its results, approvals and keys',
      arguments: session,
      question: ({ params }) =>
        `Delete the session ${params['session_id']} with its results, approvals and keys?`,
      outcome: ({ session_id }) => `Deleted ${session_id}.`,
    }),
  ],
}
