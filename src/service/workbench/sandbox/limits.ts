const megabyte = 1024 * 1024

/** The limits of one run; the service can shorten the times. */
export const sandboxLimits = {
  /** Excludes the time of tool calls. */
  computeMs: 30_000,
  totalMs: 120_000,
  memoryBytes: 350 * megabyte,
  outputCharacters: 1_000_000,
  /** For the arguments and results of tools. */
  exchangeCharacters: 5 * megabyte,
  /** JavaScript can't read larger files. */
  storedResultCharacters: 8 * megabyte,
  /** The longest line that a process may write: all files as base64, and its output. */
  lineCharacters: 24 * megabyte,
  fileBytes: 10 * megabyte,
  fileCount: 200,
  pathCharacters: 500,
} as const

export type SandboxTimes = { computeMs: number; totalMs: number }

/** The persistent folder of a session, and the folder of its stored results. */
export const homeFolder = '/home/user'
export const resultsFolder = '/results'
