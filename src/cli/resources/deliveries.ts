import { action, list, type Resource } from './resource.ts'

const nothing = { items: [], next_cursor: null, total_pages: 0, current_page: 1, total_items: 0 }

const toTime = (at: string | null | undefined): Date | null => (at ? new Date(at) : null)

export const deliveries: Resource = {
  name: 'deliveries',
  description: 'Events on their way to a webhook',
  examples: [
    'plugboard deliveries --webhook ws_4Rt7Yp2Kd --status dead',
    'plugboard deliveries resend wd_2Nf6Lm9Vs',
  ],
  verbs: [
    list({
      name: 'list',
      operation: 'webhookSubscriptions.listDeliveries',
      summary: 'List the deliveries of a webhook, newest first',
      options: [
        {
          flags: '--webhook <id>',
          description: 'webhook (ws_…); default: the only one of the project',
          to: 'params.id',
        },
        {
          flags: '--status <status>',
          description: 'only in this state; dead ones wait for resend',
          to: 'query.status',
          choices: ['pending', 'delivered', 'failed', 'dead'],
        },
      ],
      call: async (client, { params, query }) => {
        const { findWebhook } = await import('./find-webhook.ts')
        const id = params['id'] === undefined ? await findWebhook(client) : String(params['id'])
        if (id === undefined) return nothing
        return client.webhookSubscriptions.listDeliveries({ params: { id }, query })
      },
      columns: {
        DELIVERY: ({ id }) => id,
        EVENT: ({ event_type }) => event_type,
        STATUS: ({ status }) => status,
        ATTEMPTS: ({ attempts }) => attempts.length,
        LAST: ({ attempts }) => toTime(attempts.at(-1)?.at),
        NEXT: ({ next_attempt_at: next }) => toTime(next),
        ANSWER: ({ attempts }) => attempts.at(-1)?.error ?? attempts.at(-1)?.status_code ?? null,
      },
      empty:
        'There are no such deliveries. plugboard webhooks create has events delivered; plugboard listen prints them without',
      isFollowed: true,
    }),
    action({
      name: 'resend',
      operation: 'webhookDeliveries.replay',
      summary: 'Send a dead delivery again, with the same event id',
      arguments: { '<delivery>': 'params.id' },
      outcome: ({ id, status }) => `${id} is ${status}.`,
    }),
  ],
}
