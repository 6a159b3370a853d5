import { BusyError } from './busy-error.ts'

/**
 * Runs an owner's work when there is capacity for it. Throws a `BusyError` if there was none in
 * time, or if the signal ended the wait.
 */
type FairQueue = <Result>(
  owner: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>

type FairQueueLimits = {
  /** What the pieces of work are, in the plural, for the error message. */
  work: string
  /** Maximum number of running pieces, over all owners. */
  concurrency: number
  /**
   * Maximum number of one owner, so that another owner can always start. Default: half of the
   * total.
   */
  concurrencyPerOwner?: number
  /** Maximum number of waiting pieces, over all owners. */
  waiting: number
  waitMs: number
}

type Waiting = { start: () => void; refuse: () => void }

/**
 * Shares a limited concurrency between owners, so that an owner with much work delays only itself.
 *
 * A free slot goes to the waiting owner with the fewest running pieces. When the queue is full, the
 * owner with the most waiting pieces loses one to an owner with fewer.
 *
 * @example
 * const inTurn = createFairQueue({ work: 'reports', concurrency: 4, waiting: 50, waitMs: 15_000 })
 * const report = await inTurn(customer.id, signal, () => render(customer))
 */
export const createFairQueue = (limits: FairQueueLimits): FairQueue => {
  const { concurrency, concurrencyPerOwner = Math.ceil(concurrency / 2) } = limits
  const running = new Map<string, number>()
  /** Owners with equal priority are served in this order. */
  const queues = new Map<string, Waiting[]>()
  let allRunning = 0
  let allWaiting = 0

  const runningOf = (owner: string) => running.get(owner) ?? 0
  const waitingOf = (owner: string) => queues.get(owner)?.length ?? 0
  const isFree = (owner: string) =>
    allRunning < concurrency && runningOf(owner) < concurrencyPerOwner

  const take = (owner: string) => {
    allRunning += 1
    running.set(owner, runningOf(owner) + 1)
  }

  const release = (owner: string) => {
    allRunning -= 1
    if (runningOf(owner) === 1) running.delete(owner)
    else running.set(owner, runningOf(owner) - 1)
    const next = [...queues.keys()]
      .filter(isFree)
      .toSorted((one, other) => runningOf(one) - runningOf(other))[0]
    if (next === undefined) return
    const queue = queues.get(next) ?? []
    queues.delete(next)
    queues.set(next, queue)
    queue[0]?.start()
  }

  const leave = (owner: string, waiting: Waiting) => {
    const queue = queues.get(owner) ?? []
    queue.splice(queue.indexOf(waiting), 1)
    allWaiting -= 1
    if (queue.length === 0) queues.delete(owner)
  }

  /** Makes room in the queue, if necessary by evicting from the owner with the most waiting pieces. */
  const makeRoom = (owner: string): boolean => {
    if (allWaiting < limits.waiting) return true
    const [most] = [...queues].toSorted(([, one], [, other]) => other.length - one.length)
    if (!most || most[1].length <= waitingOf(owner) + 1) return false
    most[1].at(-1)?.refuse()
    return true
  }

  const wait = (owner: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', waiting.refuse)
        leave(owner, waiting)
        settle()
      }
      const waiting: Waiting = {
        start: () => {
          take(owner)
          end(resolve)
        },
        refuse: () => end(() => reject(new BusyError(limits.work))),
      }
      const timer = setTimeout(waiting.refuse, limits.waitMs)
      signal.addEventListener('abort', waiting.refuse)
      const queue = queues.get(owner) ?? []
      queue.push(waiting)
      queues.set(owner, queue)
      allWaiting += 1
    })

  return async (owner, signal, work) => {
    if (signal.aborted) throw new BusyError(limits.work)
    if (isFree(owner)) take(owner)
    else if (makeRoom(owner)) await wait(owner, signal)
    else throw new BusyError(limits.work)
    try {
      return await work()
    } finally {
      release(owner)
    }
  }
}
