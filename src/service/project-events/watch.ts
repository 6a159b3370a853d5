/** How far the events of each of these projects have come. */
type ReadHeads = (projectIds: string[]) => Promise<Map<string, number>>

/**
 * Answers when the project has an event after a position, or may have one; when the signal aborts,
 * at once.
 */
export type Watch = (projectId: string, after: number, signal: AbortSignal) => Promise<void>

type Waiting = { projectId: string; after: number; wake(): void }

/**
 * One question to the database in each interval for all who wait on this node, and none while
 * nobody does: other nodes write too.
 */
export const createWatch = (
  readHeads: ReadHeads,
  { intervalMs }: { intervalMs: number },
): Watch => {
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined

  const look = async () => {
    const heads = await readHeads([
      ...new Set([...waiting].map(({ projectId }) => projectId)),
    ]).catch(() => undefined)
    // Where the database does not answer all are woken: each notices by itself, when it reads.
    for (const { projectId, after, wake } of waiting)
      if (!heads || (heads.get(projectId) ?? 0) > after) wake()
    timer = waiting.size > 0 ? setTimeout(look, intervalMs) : undefined
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
      timer ??= setTimeout(look, intervalMs)
    })
}
