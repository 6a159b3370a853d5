const megabyte = 1024 * 1024

/** What one run may take; the service can shorten the times. */
export const sandboxLimits = {
  /** Without the time in which tools run. */
  computeMs: 30_000,
  totalMs: 120_000,
  memoryBytes: 350 * megabyte,
  outputCharacters: 1_000_000,
  /** Of the arguments of tools, and of what they answer. */
  exchangeCharacters: 5 * megabyte,
  /** A file of more does not get into the JavaScript. */
  storedResultCharacters: 8 * megabyte,
  /** The longest line that a process may write: all files as base64, and what it printed. */
  lineCharacters: 24 * megabyte,
  fileBytes: 10 * megabyte,
  fileCount: 200,
  pathCharacters: 500,
} as const

export type SandboxTimes = { computeMs: number; totalMs: number }

/** The folder that a session keeps, and where its stored results lie. */
export const homeFolder = '/home/user'
export const resultsFolder = '/results'
