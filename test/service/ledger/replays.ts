import { expect } from 'vitest'
import type { Client } from '../../../src/client/index.ts'
import type { Kind } from './kinds.ts'

type World = {
  client: Client
  authConfig: string
  receiver: string
  count: number
  open: () => void
}

/**
 * Many dead deliveries, each of a subscription of its own, whose receiver then takes all; and what
 * becomes of those that are replayed.
 */
export const prepareReplays = async ({
  client,
  authConfig,
  receiver,
  count,
  open,
}: World): Promise<Kind> => {
  const subscriptions: string[] = []
  for (let number = 0; number < count; number += 1) {
    subscriptions.push(
      (
        await client.webhookSubscriptions.create({
          body: {
            webhook_url: `${receiver}/replays`,
            enabled_events: ['svc.connected_account.active'],
          },
        })
      ).id,
    )
  }
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfig },
      connection: {
        user_id: 'replayed',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } },
      },
    },
  })
  const deliveries = async () =>
    (
      await Promise.all(
        subscriptions.map((id) =>
          client.webhookSubscriptions.listDeliveries({ params: { id }, query: {} }),
        ),
      )
    ).flatMap(({ items }) => items)
  await expect
    .poll(async () => (await deliveries()).filter(({ status }) => status === 'dead').length, {
      timeout: 300_000,
      interval: 200,
    })
    .toBe(count)
  open()
  // Enabled again, and told of nothing more.
  for (const id of subscriptions)
    await client.webhookSubscriptions.update({
      params: { id },
      body: { enabled_events: ['svc.connected_account.expired'] },
    })

  const waiting = (await deliveries()).map(({ id }) => id)
  const names = new Map<string, string>()
  return {
    initial: 'delivered',
    create: async (name) => {
      const id = waiting.pop()
      if (id === undefined) throw new Error('More deliveries are to be replayed than were prepared')
      names.set(id, name)
      return (await client.webhookDeliveries.replay({ params: { id } })).id
    },
    list: async () =>
      (await deliveries()).flatMap(({ id, status }) =>
        // What is dead still was not replayed.
        status === 'dead'
          ? []
          : [{ id, name: names.get(id) ?? `${id}, which nobody replayed`, state: status }],
      ),
  }
}
