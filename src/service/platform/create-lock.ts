/** Held by one at a time, in the order in which they asked. */
export type Lock = {
  acquire(): Promise<void>
  release(): void
}

export const createLock = (): Lock => {
  const waiting: (() => void)[] = []
  let isHeld = false
  return {
    acquire: async () => {
      if (isHeld) return new Promise((resolve) => void waiting.push(resolve))
      isHeld = true
    },
    release: () => {
      const next = waiting.shift()
      if (next) next()
      else isHeld = false
    },
  }
}
