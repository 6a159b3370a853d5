import { action, list, record, type Resource } from './resource.ts'

const authConfig = { '<auth-config>': 'params.nanoid' } as const

export const authConfigs: Resource = {
  name: 'auth-configs',
  description: 'How accounts of a toolkit are connected',
  examples: [
    'plugboard auth-configs --toolkit github --all',
    'plugboard auth-configs check ac_8Kd2mPq4Xw7Zr1Tn5',
    'plugboard toolkits setup github   # client id and secret of your OAuth application',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'authConfigs.list',
      summary: 'List auth configs, newest first',
      options: [
        {
          flags: '--toolkit <slug>',
          description: 'only of this toolkit',
          to: 'query.toolkit_slug',
          kind: 'list',
        },
        { flags: '--search <text>', description: 'only with this in the name', to: 'query.search' },
        { flags: '--all', description: 'also disabled ones', to: 'query.show_disabled' },
      ],
      columns: {
        'AUTH CONFIG': ({ id }) => id,
        TOOLKIT: ({ toolkit }) => toolkit.slug,
        SCHEME: ({ auth_scheme }) => auth_scheme,
        STATUS: ({ status }) => status,
        ACCOUNTS: ({ no_of_connections }) => no_of_connections,
        CREATED: ({ created_at }) => new Date(created_at),
        NAME: ({ name }) => name,
      },
      empty:
        'There are no such auth configs. plugboard connect makes one; plugboard toolkits setup <toolkit> takes an OAuth application',
    }),
    record({
      name: 'get',
      operation: 'authConfigs.get',
      summary: 'Show an auth config, with its secrets masked',
      arguments: authConfig,
      omits: ['expected_input_fields', 'uuid', 'logo', 'restrict_to_following_tools'],
    }),
    action({
      name: 'check',
      operation: 'authConfigs.check',
      summary: 'Ask the provider whether it knows the OAuth application',
      arguments: authConfig,
      outcome: ({ application, message }) => `${application}: ${message}`,
    }),
    action({
      name: 'enable',
      operation: 'authConfigs.setStatus',
      summary: 'Let accounts of a disabled auth config be used again',
      arguments: authConfig,
      fixed: { 'params.status': 'ENABLED' },
      outcome: (_, { params }) => `Enabled ${params['nanoid']}.`,
    }),
    action({
      name: 'disable',
      operation: 'authConfigs.setStatus',
      summary: 'Keep its accounts from being used, and new ones from being connected',
      arguments: authConfig,
      fixed: { 'params.status': 'DISABLED' },
      outcome: (_, { params }) =>
        `Disabled ${params['nanoid']}. To use it again: plugboard auth-configs enable ${params['nanoid']}`,
    }),
    action({
      name: 'rename',
      operation: 'authConfigs.update',
      summary: 'Give an auth config another name',
      arguments: { ...authConfig, '<name>': 'body.name' },
      call: async (client, { params, body }) => {
        const nanoid = String(params['nanoid'])
        const { type } = await client.authConfigs.get({ params: { nanoid } })
        const name = String(body['name'])
        return client.authConfigs.update({ params: { nanoid }, body: { type, name } })
      },
      outcome: ({ id, name }) => `${id} is named ${JSON.stringify(name)}.`,
    }),
    action({
      name: 'delete',
      operation: 'authConfigs.delete',
      summary: 'Delete an auth config with its connected accounts',
      arguments: authConfig,
      question: ({ params }) =>
        `Delete the auth config ${params['nanoid']} with all accounts that were connected under it?`,
      outcome: (_, { params }) => `Deleted ${params['nanoid']} with its accounts.`,
    }),
  ],
}
