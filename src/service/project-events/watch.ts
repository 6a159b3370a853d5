/** The last position of each of these projects. */
type ReadHeads = (projectIds: string[]) => Promise<Map<string, number>>

/**
 * Resolves when the project has, or may have, an event after a position, and as soon as the signal
 * aborts.
 */
type Watch = (projectId: string, after: number, signal: AbortSignal) => Promise<void>

type Waiting = { projectId: string; after: number; wake(): void }

/**
 * Polls the database for events that other nodes wrote: one query in each interval for all waiting
 * streams of this node, and none while no stream waits.
 */
export const createWatch = (
  readHeads: ReadHeads,
  { intervalMs }: { intervalMs: number },
): Watch => {
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined

  const poll = async () => {
    const heads = await readHeads([
      ...new Set([...waiting].map(({ projectId }) => projectId)),
    ]).catch(() => undefined)
    // If the query fails, all streams wake up and run into the failure themselves.
    for (const { projectId, after, wake } of waiting)
      if (!heads || (heads.get(projectId) ?? 0) > after) wake()
    timer = waiting.size > 0 ? setTimeout(poll, intervalMs) : undefined
  }

  return (projectId, after, signal) =>
    new Promise((resolve) => {
      const entry: Waiting = {
        projectId,
        after,
        wake: () => {
          waiting.delete(entry)
          signal.removeEventListener('abort', entry.wake)
          resolve()
        },
      }
      if (signal.aborted) return resolve()
      signal.addEventListener('abort', entry.wake)
      waiting.add(entry)
      timer ??= setTimeout(poll, intervalMs)
    })
}
