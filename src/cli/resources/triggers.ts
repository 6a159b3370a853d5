import { CliError } from '../cli-error.ts'
import { byAuthConfig, byToolkit, byUser } from './filters.ts'
import { action, list, record, type Resource } from './resource.ts'

/** When its source was last polled, and why that failed or it is not polled at present. */
const lastPoll = ({ state }: { state: Record<string, unknown> }) => ({
  at: typeof state['polled_at'] === 'string' ? new Date(state['polled_at']) : null,
  problem: [state['error'], state['paused']].find((text) => typeof text === 'string') ?? null,
})

const trigger = { '<trigger>': 'params.id' } as const

export const triggers: Resource = {
  name: 'triggers',
  description: 'Sources of events that were set up for an account',
  examples: [
    'plugboard triggers types --toolkit tracker',
    'plugboard triggers create TRACKER_ISSUE_CREATED --user ada',
    'plugboard listen   # prints events as they happen',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'triggerInstances.listActive',
      summary: 'List triggers, newest first',
      options: [
        byUser,
        {
          flags: '--account <id>',
          description: 'only of this connected account (ca_…)',
          to: 'query.connected_account_ids',
          kind: 'list',
        },
        byAuthConfig,
        {
          flags: '--type <slug>',
          description: 'only of this trigger type',
          to: 'query.trigger_names',
          kind: 'list',
        },
        { flags: '--all', description: 'also disabled ones', to: 'query.show_disabled' },
      ],
      columns: {
        TRIGGER: ({ id }) => id,
        TYPE: ({ trigger_name }) => trigger_name,
        USER: ({ user_id }) => user_id,
        STATUS: ({ disabled_at }) => (disabled_at === null ? 'enabled' : 'disabled'),
        POLLED: (each) => lastPoll(each).at,
        PROBLEM: (each) => lastPoll(each).problem,
        CHANGED: ({ updated_at }) => new Date(updated_at),
        CONFIGURATION: ({ trigger_config }) => JSON.stringify(trigger_config),
      },
      empty:
        'There are no such triggers. To set one up: plugboard triggers types, then plugboard triggers create <type>',
      isFollowed: true,
    }),
    record({
      name: 'get',
      operation: 'triggerInstances.listActive',
      summary: 'Show a trigger with its configuration and the state of its source',
      arguments: { '<trigger>': 'query.trigger_ids' },
      call: async (client, { query }) => {
        const id = String(query['trigger_ids'])
        const { items } = await client.triggerInstances.listActive({
          query: { trigger_ids: [id], show_disabled: true },
        })
        const [found] = items
        if (found) return found
        throw new CliError(`No trigger "${id}"`, {
          suggestedFix: 'plugboard triggers list --all shows the triggers of the project',
        })
      },
    }),
    list({
      name: 'types',
      operation: 'triggerTypes.list',
      summary: 'List the trigger types of toolkits',
      options: [byToolkit],
      columns: {
        TYPE: ({ slug }) => slug,
        SOURCE: ({ type }) => type,
        DESCRIPTION: ({ description }) => description,
      },
      empty: 'No toolkit of the project has such trigger types',
    }),
    record({
      name: 'type',
      operation: 'triggerTypes.get',
      summary: 'Show a trigger type with the schemas of its configuration and its events',
      arguments: { '<type>': 'params.slug' },
      omits: ['logo'],
    }),
    action({
      name: 'create',
      operation: 'triggerInstances.upsert',
      summary: 'Set a trigger up, or enable the one with the same configuration again',
      arguments: { '<type>': 'params.slug' },
      options: [
        {
          flags: '--account <id>',
          description: 'connected account (ca_…); default: the only one of the toolkit',
          to: 'body.connected_account_id',
        },
        {
          flags: '--user <id>',
          description: 'your id of the user whose account it is, in place of --account',
          to: 'body.user_id',
        },
        {
          flags: '--config <json>',
          description: 'configuration as a JSON object; - reads it from standard input',
          to: 'body.trigger_config',
          kind: 'json',
        },
      ],
      outcome: ({ trigger_id }) =>
        `${trigger_id} is set up. To see its events: plugboard listen --trigger-ids ${trigger_id}`,
    }),
    action({
      name: 'enable',
      operation: 'triggerInstances.setStatus',
      summary: 'Let a disabled trigger fire again',
      arguments: trigger,
      fixed: { 'body.status': 'enable' },
      outcome: (_, { params }) => `Enabled ${params['id']}.`,
    }),
    action({
      name: 'disable',
      operation: 'triggerInstances.setStatus',
      summary: 'Keep a trigger from firing',
      arguments: trigger,
      fixed: { 'body.status': 'disable' },
      outcome: (_, { params }) =>
        `Disabled ${params['id']}. To use it again: plugboard triggers enable ${params['id']}`,
    }),
    action({
      name: 'delete',
      operation: 'triggerInstances.delete',
      summary: 'Delete a trigger',
      arguments: trigger,
      question: ({ params }) =>
        `Delete the trigger ${params['id']} with its position in the source?`,
      outcome: ({ trigger_id }) => `Deleted ${trigger_id}.`,
    }),
  ],
}
