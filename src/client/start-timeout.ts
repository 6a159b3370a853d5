/** Timers of JavaScript go no further: some 25 days. */
const longestMs = 2 ** 31 - 1

/**
 * A signal that aborts after so many milliseconds; `Infinity`, and what is longer than a timer can
 * wait, is no time limit.
 */
export const startTimeout = (milliseconds: number): AbortSignal =>
  milliseconds > longestMs
    ? new AbortController().signal
    : AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)))
