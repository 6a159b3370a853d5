/** Watches a server for silence. */
type Waiting = { since: number; giveUp: () => void }

export type SilenceWatch = {
  /** Waits for an answer; calls `giveUp` if the server falls silent meanwhile. */
  during<Result>(answer: Promise<Result>, giveUp: () => void): Promise<Result>
  stop(): void
}

/** With one probe (1.5 s) and the interval of checks, a request fails within five seconds. */
const patienceMs = 2_000
const lookEveryMs = 500

/**
 * Detects a server that neither answers nor closes its connections, such as behind a network that
 * drops packets.
 *
 * A slow statement looks the same, so the server is probed on a new connection: running statements
 * are given up only if the probe gets no answer either.
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
