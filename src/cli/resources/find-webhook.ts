import type { Client } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'

/** The only webhook of the project, if there is one; throws where there are several. */
export const findWebhook = async (client: Client): Promise<string | undefined> => {
  const { items } = await client.webhookSubscriptions.list({ query: { limit: 20 } })
  if (items.length > 1)
    throw new CliError('The project has several webhooks', {
      errors: items.map(({ id, webhook_url }) => `${id} is ${webhook_url}`),
      suggestedFix: 'Name one with --webhook <id>',
    })
  return items[0]?.id
}
