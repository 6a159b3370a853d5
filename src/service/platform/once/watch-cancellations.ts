import { inBatches } from '../in-batches.ts'
import type { onceStore } from './store.ts'

const checkMs = 1000

/** The work that this node holds, each with a signal that another node can abort. */
export type Holdings = {
  hold(name: string, owner: string): AbortSignal
  /** Returns whether this node holds the work. */
  cancel(owner: string): boolean
  release(owner: string): void
}

/**
 * Notices cancellations by other nodes: one query a second for all work of this node, while it has
 * any.
 */
export const watchCancellations = (
  store: Pick<ReturnType<typeof onceStore>, 'findCancelled'>,
): Holdings => {
  const held = new Map<string, { name: string; controller: AbortController }>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  const cancel = (owner: string): boolean => {
    const found = held.get(owner)
    found?.controller.abort(new DOMException('The work was cancelled', 'AbortError'))
    return found !== undefined
  }

  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    try {
      const names = [...held.values()].map(({ name }) => name)
      for (const owner of await inBatches(names, store.findCancelled)) cancel(owner)
    } catch {
      // The next check makes up for one that fails.
    } finally {
      isChecking = false
    }
  }

  return {
    cancel,
    hold: (name, owner) => {
      const controller = new AbortController()
      held.set(owner, { name, controller })
      timer ??= setInterval(() => void check(), checkMs).unref()
      return controller.signal
    },
    release: (owner) => {
      held.delete(owner)
      if (held.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
