import { PlugboardError, type Client } from '../../client/index.ts'
import type { EventStream } from '../../contract/event-stream.ts'
import type { ProjectEvent } from '../../contract/project-events.ts'

/** Opens the event stream after a position, or for new events only. */
export const openEvents = async (
  client: Client,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<EventStream<ProjectEvent>> =>
  client.triggerInstances.events(
    { query: lastEventId === undefined ? {} : { after: toPosition(lastEventId) } },
    { signal },
  )

const toPosition = (lastEventId: string): number => {
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId)
  throw new PlugboardError('misconfigured', `"${lastEventId.slice(0, 40)}" is not a lastEventId`, {
    suggestedFix:
      "Pass the lastEventId of an earlier subscription, or '0' for all stored events; the id of an event is not a position",
  })
}
