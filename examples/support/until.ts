import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition is true, for at most 30 seconds. */
export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within 30 seconds: ${holds.toString()}`)
    await sleep(100)
  }
}
