import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something holds; 30 seconds at most. */
export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 30_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within 30 seconds: ${holds.toString()}`)
    await sleep(100)
  }
}
