import type { Client } from '../../client/index.ts'
import { createTriggers, type EventFilters } from '../../index.ts'
import { stopSignal, untilStopped } from '../stop-signal.ts'
import type { Forward } from './create-forward.ts'
import type { Print } from './print-event.ts'

export type Listening = {
  filters: EventFilters
  after: string | undefined
  forward: Forward | undefined
  print: Print
}

/** Prints events and forwards them until Ctrl+C. Reconnects when the service was unavailable. */
export const listenToEvents = async (
  client: Client,
  { filters, after, forward, print }: Listening,
): Promise<void> => {
  const stop = stopSignal()
  const { promise: announced, resolve: announce } = Promise.withResolvers<void>()
  const subscription = await createTriggers(client).subscribe(
    async (event, { eventId, signal }) => {
      await announced
      print.event(event, eventId)
      print.done(event, eventId, await forward?.send(event, signal))
    },
    {
      filters,
      lastEventId: after,
      onError: (error, { event, attempt }) => {
        if (event) return 'stop'
        if (attempt === 1)
          console.error(
            `The connection was lost (${error instanceof Error ? error.message : String(error)}); reconnecting until the service is back`,
          )
        return undefined
      },
    },
  )
  print.listening(forward)
  announce()
  await Promise.race([untilStopped(stop), subscription.ended])
  await subscription.close()
  print.ended(subscription.lastEventId)
}
