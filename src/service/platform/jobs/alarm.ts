import { minuteMs } from '../clock.ts'

/**
 * Lets a loop sleep until there is something to do. A ring while nothing waits is kept for the next
 * wait.
 */
type Alarm = {
  ring(inMs: number): void
  wait(atMostMs: number): Promise<void>
  clear(): void
}

/** A ring further in the future is left to polling, so that few timers are held. */
const longestMs = minuteMs
/** Rings this close together share a timer. It fires late rather than early: early finds no job. */
const stepMs = 20

export const createAlarm = (): Alarm => {
  const timers = new Map<number, NodeJS.Timeout>()
  let rung = false
  let wake: (() => void) | undefined

  const ringNow = () => {
    rung = true
    wake?.()
  }

  return {
    ring: (inMs) => {
      if (inMs <= 0) return ringNow()
      if (inMs > longestMs) return
      const now = performance.now()
      const step = Math.ceil((now + inMs) / stepMs) + 1
      if (timers.has(step)) return
      const onTime = () => {
        timers.delete(step)
        ringNow()
      }
      timers.set(step, setTimeout(onTime, step * stepMs - now))
    },
    wait: async (atMostMs) => {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, atMostMs)
        await promise
        clearTimeout(timer)
        wake = undefined
      }
      rung = false
    },
    clear: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
