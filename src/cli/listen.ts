import { Command } from 'commander'
import type { WebhookEventType } from '../contract/webhooks.ts'
import { CliError } from './cli-error.ts'
import { connectToService, withConnection, type ConnectionOptions } from './service-connection.ts'

type ListenOptions = ConnectionOptions & {
  forwardTo?: string
  secret?: string
  types?: string[]
  triggers?: string[]
  triggerIds?: string[]
  users?: string[]
  accounts?: string[]
  after?: string
  json: boolean
}

/** `plugboard listen` */
export const listen = (): Command =>
  withConnection(
    new Command('listen')
      .summary('Print events as they happen, and forward them')
      .description(
        'Print the events of the project as they happen, and forward them to a local program during development',
      )
      .option(
        '--forward-to <url>',
        'POST each event to this URL, like a webhook subscription of version V3',
      )
      .option('--secret <whsec>', 'signing secret; default: a random one, which is printed')
      .option(
        '--types <types>',
        'only these event types, comma-separated, such as svc.trigger.message',
        list,
      )
      .option('--triggers <slugs>', 'only events of these trigger types, comma-separated', list)
      .option('--trigger-ids <ids>', 'only events of these triggers, comma-separated', list)
      .option('--users <ids>', 'only events of accounts of these users, comma-separated', list)
      .option('--accounts <ids>', 'only events of these connected accounts, comma-separated', list)
      .option(
        '--after <position>',
        'start after this position, up to 24 hours back; 0 for all stored events; default: now',
      )
      .option('--json', 'print JSON: one line when listening, then one line per event', false),
  ).action(async (options: ListenOptions) => {
    const [{ listenToEvents }, { createForward }, { printer }] = await Promise.all([
      import('./listen/listen-to-events.ts'),
      import('./listen/create-forward.ts'),
      import('./listen/print-event.ts'),
    ])
    const types = options.types && (await parseTypes(options.types))
    const forward =
      options.forwardTo === undefined
        ? undefined
        : await createForward(options.forwardTo, options.secret)
    const client = await connectToService(options)
    const { triggers, triggerIds, users, accounts } = options
    const filters = {
      types,
      triggerSlugs: triggers,
      triggerIds,
      userIds: users,
      connectedAccountIds: accounts,
    }
    await listenToEvents(client, {
      filters,
      after: options.after,
      forward,
      print: printer(options.json),
    })
  })

const list = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** With a misspelt type the command would wait forever. */
const parseTypes = async (types: string[]): Promise<WebhookEventType[]> => {
  const { webhookEventTypes } = await import('../contract/webhooks.ts')
  const isKnown = (type: string): type is WebhookEventType => Object.hasOwn(webhookEventTypes, type)
  const unknown = types.filter((type) => !isKnown(type))
  if (unknown.length > 0)
    throw new CliError(`No event type ${unknown.join(', ')}`, {
      suggestedFix: `There are ${Object.keys(webhookEventTypes).join(', ')}`,
    })
  return types.filter(isKnown)
}
