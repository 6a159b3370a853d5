/** What a statement waits on. */
type Waiting = { since: number; giveUp: () => void }

export type SilenceWatch = {
  /** Waits for an answer; `giveUp` is called when the server has fallen silent meanwhile. */
  during<Result>(answer: Promise<Result>, giveUp: () => void): Promise<Result>
  stop(): void
}

/**
 * With the time of one probe (1.5 s) and what passes between two looks, a request hears of it
 * within five seconds.
 */
const patienceMs = 2_000
const lookEveryMs = 500

/**
 * Notices a server that neither answers nor ends its connections, as behind a network that drops
 * what is sent.
 *
 * A slow statement looks the same from here, so the server is asked on a new connection: only when
 * that gets no answer either are the statements under way given up.
 */
export const watchSilence = (isAlive: () => Promise<boolean>): SilenceWatch => {
  const waiting = new Set<Waiting>()
  let heardAt = 0
  let isAsking = false

  const look = async () => {
    const now = performance.now()
    if (
      isAsking ||
      now - heardAt < patienceMs ||
      ![...waiting].some(({ since }) => now - since >= patienceMs)
    )
      return
    isAsking = true
    const asked = [...waiting]
    if (await isAlive()) heardAt = performance.now()
    else for (const entry of asked) if (waiting.has(entry)) entry.giveUp()
    isAsking = false
  }
  const timer = setInterval(() => void look(), lookEveryMs).unref()

  return {
    during: async (answer, giveUp) => {
      const entry = { since: performance.now(), giveUp }
      waiting.add(entry)
      try {
        return await answer
      } finally {
        waiting.delete(entry)
      }
    },
    stop: () => clearInterval(timer),
  }
}
