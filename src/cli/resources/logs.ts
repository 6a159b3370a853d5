import { byToolkit, byUser } from './filters.ts'
import { list, record, type Resource } from './resource.ts'

export const logs: Resource = {
  name: 'logs',
  description: 'The calls of tools, with request and response',
  examples: [
    'plugboard logs --follow',
    'plugboard logs --status error --user ada',
    'plugboard logs get log_0VbqK8a3GvrOQVKdMyGd0Xp3w',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'logs.list',
      summary: 'List calls of tools, newest first',
      options: [
        {
          flags: '--tool <slug>',
          description: 'only of this tool',
          to: 'query.tool_slugs',
          kind: 'list',
        },
        byToolkit,
        { ...byUser, description: 'only for this user' },
        {
          flags: '--session <id>',
          description: 'only in this session',
          to: 'query.session_ids',
          kind: 'list',
        },
        {
          flags: '--status <status>',
          description: 'only with this outcome',
          to: 'query.status',
          choices: ['success', 'error'],
        },
      ],
      columns: {
        CALL: ({ id }) => id,
        STARTED: ({ started_at }) => new Date(started_at),
        STATUS: ({ status }) => status,
        MS: ({ duration_ms }) => Math.round(duration_ms),
        USER: ({ user_id }) => user_id,
        TOOL: ({ tool_slug }) => tool_slug,
        ERROR: ({ error }) => error,
      },
      empty:
        'There are no such calls. To make one: plugboard tools execute <tool> --user <id> --arguments <json>',
      isFollowed: true,
    }),
    record({
      name: 'get',
      operation: 'logs.get',
      summary: 'Show a call with its request, what was sent to the API, and its response',
      arguments: { '<call>': 'params.id' },
    }),
  ],
}
