import { action, list, record, type Resource } from './resource.ts'

const webhook = { '<webhook>': 'params.id' } as const

export const webhooks: Resource = {
  name: 'webhooks',
  description: 'Subscriptions that deliver events to a URL of yours',
  examples: [
    'plugboard webhooks create https://app.example.com/hooks --event svc.trigger.message',
    'plugboard webhooks events',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'webhookSubscriptions.list',
      summary: 'List webhooks, newest first',
      columns: {
        WEBHOOK: ({ id }) => id,
        STATUS: ({ disabled_at }) => (disabled_at === null ? 'enabled' : 'disabled'),
        CREATED: ({ created_at }) => new Date(created_at),
        URL: ({ webhook_url }) => webhook_url,
        EVENTS: ({ enabled_events }) => enabled_events.join(', '),
      },
      empty: 'There are no webhooks. To create one: plugboard webhooks create <url> --event <type>',
    }),
    list({
      name: 'events',
      operation: 'webhookSubscriptions.eventTypes',
      summary: 'List the event types that can be delivered',
      call: (client) => client.webhookSubscriptions.eventTypes(),
      columns: {
        EVENT: ({ event_type }) => event_type,
        VERSIONS: ({ supported_versions }) => supported_versions.join(', '),
        DESCRIPTION: ({ description }) => description,
      },
      empty: '',
    }),
    record({
      name: 'get',
      operation: 'webhookSubscriptions.get',
      summary: 'Show a webhook',
      arguments: webhook,
    }),
    record({
      name: 'create',
      operation: 'webhookSubscriptions.create',
      summary: 'Deliver events to an https URL; the signing secret is shown only now',
      arguments: { '<url>': 'body.webhook_url' },
      options: [
        {
          flags: '--event <type>',
          description: 'deliver events of this type (plugboard webhooks events)',
          to: 'body.enabled_events',
          kind: 'list',
          isRequired: true,
        },
      ],
    }),
    record({
      name: 'update',
      operation: 'webhookSubscriptions.update',
      summary: 'Change a webhook, and enable it again if it was disabled',
      arguments: webhook,
      options: [
        { flags: '--to <url>', description: 'another https URL', to: 'body.webhook_url' },
        {
          flags: '--event <type>',
          description: 'the event types, in the place of the present ones',
          to: 'body.enabled_events',
          kind: 'list',
        },
      ],
    }),
    action({
      name: 'rotate-secret',
      operation: 'webhookSubscriptions.rotateSecret',
      summary: 'Create another signing secret; the former one signs too for 24 hours',
      arguments: webhook,
      outcome: ({ secret }) => secret,
    }),
    action({
      name: 'test',
      operation: 'webhookSubscriptions.sendTest',
      summary: 'Send a test event to this webhook alone',
      arguments: webhook,
      options: [
        {
          flags: '--event <type>',
          description: 'one of its event types; default: the first',
          to: 'body.event_type',
        },
      ],
      outcome: ({ id, event_type }, { params }) =>
        `${id} delivers a test of ${event_type}. To see how it went: plugboard deliveries --webhook ${params['id']}`,
    }),
    action({
      name: 'delete',
      operation: 'webhookSubscriptions.delete',
      summary: 'Delete a webhook with its deliveries',
      arguments: webhook,
      question: ({ params }) => `Delete the webhook ${params['id']} with its deliveries?`,
      outcome: (_, { params }) => `Deleted ${params['id']}.`,
    }),
  ],
}
