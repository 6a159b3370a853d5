import { maximumEarlier, type Activity } from '../../contract/activity.ts'
import type { EventStream, StreamedEvent } from '../../contract/event-stream.ts'
import type { Project } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import { dayMs } from '../platform/clock.ts'
import type { createFeeds } from './feeds.ts'
import type { ReadSince } from './read-since.ts'

type Parts = {
  feeds: ReturnType<typeof createFeeds>
  readSince: ReadSince
  clock: Clock
  /** Counts a stream until its signal aborts; throws when a project has too many. */
  occupy: (projectId: string, signal: AbortSignal) => void
}

/** Items that a slow reader may leave unread; the oldest are then lost. */
const maximumUnread = 1_000

/** Opens a stream: the earlier items that were asked for, then what happens. */
export const createOpenStream =
  ({ feeds, readSince, clock, occupy }: Parts) =>
  async (
    project: Project,
    { after, last }: { after?: number | undefined; last?: number | undefined },
    signal: AbortSignal,
  ): Promise<EventStream<Activity>> => {
    occupy(project.id, signal)
    const unread: Activity[] = []
    let wake = Promise.withResolvers<void>()
    const receive = (item: Activity) => {
      unread.push(item)
      if (unread.length > maximumUnread) unread.shift()
      wake.resolve()
    }
    signal.addEventListener('abort', () => wake.resolve(), { once: true })
    const position = String(clock.now().getTime())
    await feeds.watch(project, receive, signal)
    const earlier = await readEarlier(readSince, project, { after, last, now: clock.now() })

    const follow = async function* (): AsyncGenerator<StreamedEvent<Activity>> {
      const sent = new Set(earlier.map(({ id }) => id))
      for (const item of earlier) yield toStreamedEvent(item)
      while (!signal.aborted) {
        for (const item of unread.splice(0)) if (!sent.has(item.id)) yield toStreamedEvent(item)
        if (unread.length > 0) continue
        await wake.promise
        wake = Promise.withResolvers()
      }
    }
    return Object.assign(follow(), { position: String(after ?? position) })
  }

const readEarlier = async (
  readSince: ReadSince,
  project: Project,
  { after, last = 0, now }: { after: number | undefined; last: number | undefined; now: Date },
): Promise<Activity[]> => {
  if (after !== undefined) return readSince(project, after, maximumEarlier)
  return last === 0 ? [] : readSince(project, now.getTime() - dayMs, last)
}

const toStreamedEvent = (item: Activity): StreamedEvent<Activity> => ({
  id: String(Date.parse(item.at)),
  type: item.type,
  data: item,
})
