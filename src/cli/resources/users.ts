import { action, list, type Resource } from './resource.ts'

export const users: Resource = {
  name: 'users',
  description: 'Your users, and the page of their connections',
  examples: [
    'plugboard users --prefix a',
    'plugboard users page ada',
    'plugboard accounts --user ada',
    'plugboard logs --user ada',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'users.list',
      summary: 'List the users who have accounts or sessions, by id',
      options: [
        {
          flags: '--prefix <text>',
          description: 'only users whose ids begin with this',
          to: 'query.prefix',
        },
      ],
      columns: {
        USER: ({ user_id }) => user_id,
        ACCOUNTS: ({ connected_accounts }) => connected_accounts,
        SESSIONS: ({ sessions }) => sessions,
      },
      empty:
        'There are no such users. plugboard connect <toolkit> --user <id> connects an account of one',
    }),
    action({
      name: 'erase',
      operation: 'users.erase',
      summary: 'Delete everything of a user, and revoke accounts at their providers',
      arguments: { '<user>': 'params.user_id' },
      question: ({ params }) => `Erase everything of ${params['user_id']}? It cannot be restored.`,
      outcome: ({ user_id, erased }) =>
        `Erased ${Object.values(erased).reduce((sum, each) => sum + each, 0)} records of ${user_id}.`,
    }),
    action({
      name: 'page',
      operation: 'connectTokens.create',
      summary: 'Make a link to the page on which a user manages their accounts and approvals',
      arguments: { '<user>': 'body.user_id' },
      options: [
        {
          flags: '--toolkit <slug>',
          description: 'only this toolkit; default: all',
          to: 'body.toolkits',
          kind: 'list',
        },
        {
          flags: '--expires <seconds>',
          description: 'how long it can be used; default: an hour',
          to: 'body.expires_in_seconds',
          kind: 'number',
        },
      ],
      outcome: ({ connections_url }) => connections_url,
    }),
    action({
      name: 'sign-out',
      operation: 'connectTokens.revoke',
      summary: 'Invalidate the links and connect tokens of a user, and tickets for approvals',
      arguments: { '<user>': 'query.user_id' },
      outcome: (_, { query }) => `Links and tokens of ${query['user_id']} no longer work.`,
    }),
  ],
}
