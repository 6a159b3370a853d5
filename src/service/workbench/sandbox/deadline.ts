import type { SandboxTimes } from './limits.ts'

/** Calls `expire` when computing (excluding pauses) or the whole run takes too long. */
export const startDeadline = ({ computeMs, totalMs }: SandboxTimes, expire: () => void) => {
  let left = computeMs
  let since = performance.now()
  let pauses = 0
  let timer = setTimeout(expire, left)
  const total = setTimeout(expire, totalMs)
  return {
    pause: () => {
      pauses += 1
      if (pauses > 1) return
      clearTimeout(timer)
      left -= performance.now() - since
    },
    resume: () => {
      pauses -= 1
      if (pauses > 0) return
      since = performance.now()
      timer = setTimeout(expire, left)
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(total)
    },
  }
}
