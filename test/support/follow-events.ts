import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectEvent } from '../../src/contract/project-events.ts'
import type { TestService } from './start-service.ts'

type FollowedEvents = {
  events: ProjectEvent[]
  /** Waits until what came fits. */
  until(fits: (events: ProjectEvent[]) => boolean): Promise<ProjectEvent[]>
}

/** Notes every event of the project from the beginning, until the service is closed. */
export const followEvents = ({ client }: Pick<TestService, 'client'>): FollowedEvents => {
  const events: ProjectEvent[] = []
  let after = 0
  let ended: unknown
  const read = async () => {
    for await (const { id, data } of await client.triggerInstances.events({ query: { after } })) {
      events.push(data)
      after = Number(id)
    }
  }
  void read().then(
    () => (ended = new Error('The stream of events ended')),
    (error: unknown) => (ended = error),
  )
  return {
    events,
    until: async (fits) => {
      for (let waited = 0; !fits(events); waited += 20) {
        if (ended !== undefined) throw ended
        if (waited > 45_000)
          throw new Error(
            `Not among the events after 45 s: ${JSON.stringify(events).slice(0, 2000)}`,
          )
        await sleep(20)
      }
      return events
    },
  }
}
