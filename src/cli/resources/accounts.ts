import { byAuthConfig, byToolkit, byUser } from './filters.ts'
import { action, list, record, type Resource } from './resource.ts'

const account = { '<account>': 'params.nanoid' } as const

export const accounts: Resource = {
  name: 'accounts',
  description: "Your users' credentials for toolkits",
  examples: [
    'plugboard accounts --user ada',
    'plugboard accounts --status EXPIRED --status FAILED --json',
    'plugboard accounts reconnect ca_3Hn6bVt9Qe2Ls8Yc4',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'connectedAccounts.list',
      summary: 'List connected accounts, newest first',
      options: [
        byUser,
        byToolkit,
        byAuthConfig,
        {
          flags: '--status <status>',
          description: 'only in this state',
          to: 'query.statuses',
          kind: 'list',
          choices: [
            'INITIALIZING',
            'INITIATED',
            'ACTIVE',
            'FAILED',
            'EXPIRED',
            'INACTIVE',
            'REVOKED',
          ],
        },
      ],
      columns: {
        ACCOUNT: ({ id }) => id,
        USER: ({ user_id }) => user_id,
        TOOLKIT: ({ toolkit }) => toolkit.slug,
        STATUS: ({ status, is_disabled }) => (is_disabled ? 'disabled' : status),
        CREATED: ({ created_at }) => new Date(created_at),
        NAME: ({ name }) => name,
        IDENTITY: ({ identity: of }) => of?.login ?? of?.email ?? of?.name ?? of?.id ?? null,
      },
      empty: 'There are no such accounts. To connect one: plugboard connect <toolkit> --user <id>',
      isFollowed: true,
    }),
    record({
      name: 'get',
      operation: 'connectedAccounts.get',
      summary: 'Show a connected account, with its secrets masked',
      arguments: account,
      omits: ['data', 'params'],
    }),
    action({
      name: 'rename',
      operation: 'connectedAccounts.update',
      summary: 'Name an account, such as "Work"; without a name, take its name away',
      arguments: { ...account, '[name]': 'body.name' },
      fixed: { 'body.name': null },
      outcome: ({ id, name }) => (name === null ? `${id} has no name.` : `${id} is ${name}.`),
    }),
    action({
      name: 'enable',
      operation: 'connectedAccounts.setStatus',
      summary: 'Let tools use a disabled account again',
      arguments: account,
      fixed: { 'body.enabled': true },
      outcome: (_, { params }) => `Enabled ${params['nanoid']}.`,
    }),
    action({
      name: 'disable',
      operation: 'connectedAccounts.setStatus',
      summary: 'Keep tools from using an account, without losing its credentials',
      arguments: account,
      fixed: { 'body.enabled': false },
      outcome: (_, { params }) =>
        `Disabled ${params['nanoid']}. To use it again: plugboard accounts enable ${params['nanoid']}`,
    }),
    action({
      name: 'reconnect',
      operation: 'connectedAccounts.refresh',
      summary: 'Renew the credentials of an account; its user gets a link where that needs them',
      arguments: account,
      call: async (client, { params }) => {
        const { reconnect } = await import('../connect/reconnect.ts')
        return reconnect(client, String(params['nanoid']))
      },
      outcome: ({ id, status }) => `${id} is ${status}.`,
    }),
    action({
      name: 'delete',
      operation: 'connectedAccounts.delete',
      summary: 'Delete an account with its credentials',
      arguments: account,
      question: ({ params }) => `Delete the account ${params['nanoid']} with its credentials?`,
      outcome: (_, { params }) => `Deleted ${params['nanoid']}.`,
    }),
  ],
}
