export type Slots = ReturnType<typeof createSlots>

type Waiting = { owner: string; start: () => void }

/** Lets so many pieces of work run at a time, and fewer of one owner, so that nobody keeps the others waiting; the rest waits a while. */
export const createSlots = (limits: { total: number; perOwner: number; waiting: number; waitMs: number }) => {
  const running = new Map<string, number>()
  const queue: Waiting[] = []
  const countOf = (owner: string) => running.get(owner) ?? 0
  let all = 0
  const isFree = (owner: string) => all < limits.total && countOf(owner) < limits.perOwner
  const take = (owner: string) => {
    all += 1
    running.set(owner, countOf(owner) + 1)
  }

  const release = (owner: string) => {
    all -= 1
    if (countOf(owner) === 1) running.delete(owner)
    else running.set(owner, countOf(owner) - 1)
    const next = queue.findIndex((waiting) => isFree(waiting.owner))
    if (next !== -1) queue.splice(next, 1)[0]?.start()
  }

  /** Whether a place was taken: not when the wait was too long, or ended by the signal. */
  const enter = async (owner: string, signal: AbortSignal): Promise<boolean> => {
    if (isFree(owner)) {
      take(owner)
      return true
    }
    if (queue.length >= limits.waiting) return false
    return new Promise((resolve) => {
      const waiting: Waiting = {
        owner,
        start: () => {
          take(owner)
          stop(true)
        },
      }
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1)
        stop(false)
      }
      const stop = (entered: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        resolve(entered)
      }
      const timer = setTimeout(leave, limits.waitMs)
      signal.addEventListener('abort', leave)
      queue.push(waiting)
    })
  }

  /** Runs work when there is a place for it; answers nothing where none got free in time. */
  return async <Result>(owner: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined> => {
    if (signal.aborted || !(await enter(owner, signal))) return undefined
    try {
      return await work()
    } finally {
      release(owner)
    }
  }
}
