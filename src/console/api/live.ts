import { signal } from '@preact/signals'
import type { Activity } from '../../contract/activity.ts'
import { client } from './client.ts'
import { currentProject } from './current-project.ts'

/** Whether news arrive; `paused` while nobody sees the page. */
export const connection = signal<'connecting' | 'live' | 'lost' | 'paused'>('connecting')

/** What happened last in the project, newest first: what the stream brought since the page opened, and a few before. */
export const recent = signal<readonly Activity[]>([])

const maximumRecent = 500
const earlierAtFirst = 100
const retryMs = 2_000

type Listener = (activity: Activity) => void
const listeners = new Set<Listener>()

/** Calls a function for everything new in the project, until the returned function is called. */
export const listen = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A stream brings items of the last seconds again when it resumes. */
const add = (activity: Activity): boolean => {
  if (recent.value.some(({ id }) => id === activity.id)) return false
  recent.value = [activity, ...recent.value].slice(0, maximumRecent)
  return true
}

/** Where to resume after a break. */
type Place = { after: number | undefined }

const follow = async (place: Place, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    try {
      connection.value = 'connecting'
      const isFirst = place.after === undefined
      const query =
        place.after === undefined ? { last: earlierAtFirst } : { after: place.after - overlapMs }
      const stream = await client.logs.activity({ query }, { signal: over })
      connection.value = 'live'
      const openedAt = Number(stream.position)
      place.after ??= openedAt
      for await (const { data } of stream) {
        const at = Date.parse(data.at)
        place.after = Math.max(place.after, at)
        // What happened before the page opened is no news to its screens.
        if (add(data) && !(isFirst && at <= openedAt))
          for (const listener of listeners) listener(data)
      }
    } catch {
      // The next attempt says whether the session has ended.
    }
    if (over.aborted) return
    connection.value = 'lost'
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

/** Other nodes of the service may report a little late. */
const overlapMs = 10_000

/**
 * Follows the project of the page with one stream, whatever its screens show, and stops while nobody
 * sees the page: browsers allow few connections to a host.
 */
export const startLive = (): (() => void) => {
  let over = new AbortController()
  let place: Place = { after: undefined }
  const restart = () => {
    over.abort()
    over = new AbortController()
    if (document.visibilityState === 'hidden') connection.value = 'paused'
    else if (currentProject.value !== undefined) void follow(place, over.signal)
  }
  const stopWatching = currentProject.subscribe(() => {
    place = { after: undefined }
    recent.value = []
    restart()
  })
  document.addEventListener('visibilitychange', restart)
  return () => {
    document.removeEventListener('visibilitychange', restart)
    stopWatching()
    over.abort()
  }
}
