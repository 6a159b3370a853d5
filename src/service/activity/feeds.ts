import { LRUCache } from 'lru-cache'
import { entries } from '../platform/entries.ts'
import type { Activity } from '../../contract/activity.ts'
import type { Project } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { ReadSince } from './read-since.ts'

type Receive = (item: Activity) => void

type Feed = { receivers: Set<Receive>; ready: Promise<void>; stop(): void }

/** Rows of other nodes become visible a little after their time. */
const overlapMs = 10_000
const atOnce = 500
const remembered = 5_000

/**
 * Reads what happens in the projects that somebody watches: one poll for all streams of a project on
 * this node, and none while nobody watches.
 */
export const createFeeds = (parts: {
  readSince: ReadSince
  clock: Clock
  intervalMs: number
  onError: (error: unknown) => void
}) => {
  const feeds = new Map<string, Feed>()

  const open = (project: Project): Feed => {
    const receivers = new Set<Receive>()
    const seen = new LRUCache<string, true>(entries(remembered))
    let isOver = false
    let timer: NodeJS.Timeout | undefined

    const poll = async (isFirst: boolean): Promise<void> => {
      try {
        const since = parts.clock.now().getTime() - overlapMs
        for (const item of await parts.readSince(project, since, atOnce)) {
          if (seen.has(item.id)) continue
          seen.set(item.id, true)
          if (!isFirst) for (const receive of receivers) receive(item)
        }
      } catch (error) {
        parts.onError(error)
      }
      if (!isOver) timer = setTimeout(poll, parts.intervalMs, false)
    }

    const stop = () => {
      isOver = true
      clearTimeout(timer)
    }
    // What happened before somebody watched is no news.
    return { receivers, ready: poll(true), stop }
  }

  return {
    /** Resolves when the following news are passed on, until the signal aborts. */
    watch: async (project: Project, receive: Receive, signal: AbortSignal): Promise<void> => {
      const feed = feeds.get(project.id) ?? open(project)
      feeds.set(project.id, feed)
      feed.receivers.add(receive)
      const leave = () => {
        feed.receivers.delete(receive)
        if (feed.receivers.size > 0) return
        feed.stop()
        if (feeds.get(project.id) === feed) feeds.delete(project.id)
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave, { once: true })
      await feed.ready
    },
  }
}
