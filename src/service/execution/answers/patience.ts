import { setTimeout as sleep } from 'node:timers/promises'

/** Lets calls wait until an API wants to be asked again. */
export type Patience = {
  /**
   * Waits a little longer than `ms`, so that calls which were refused together do not come back
   * together. False, at once, when that is longer than `leftMs`, or when so many calls wait already
   * that this one had better fail. Rejects when the signal aborts.
   */
  wait(
    ms: number,
    caller: { leftMs: number; projectId: string; signal?: AbortSignal | undefined },
  ): Promise<boolean>
}

const jitterMs = 1000

/** A waiting call keeps its request open, and the bytes it has received. */
const most = { ofProject: 50, ofNode: 500 }

/**
 * Nothing is remembered from call to call: each is judged by its own answer, so that nodes need not
 * agree, and a limit of one endpoint or account holds up no other.
 */
export const createPatience = (random: () => number = Math.random): Patience => {
  const waiting = new Map<string, number>()
  let total = 0

  const add = (projectId: string, count: 1 | -1): void => {
    const next = (waiting.get(projectId) ?? 0) + count
    if (next === 0) waiting.delete(projectId)
    else waiting.set(projectId, next)
    total += count
  }

  return {
    wait: async (ms, { leftMs, projectId, signal }) => {
      const waitMs = ms + random() * Math.min(jitterMs, 50 + ms / 4)
      if (waitMs > leftMs) return false
      if (total >= most.ofNode || (waiting.get(projectId) ?? 0) >= most.ofProject) return false
      add(projectId, 1)
      try {
        await sleep(waitMs, undefined, { signal })
        return true
      } finally {
        add(projectId, -1)
      }
    },
  }
}
