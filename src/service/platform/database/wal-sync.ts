import { close, fdatasync, open } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const openFile = promisify(open)
const sync = promisify(fdatasync)

export type WalSync = {
  /** Begins to bring to the disk what was written; what is written meanwhile goes with the next. */
  start(): void
  /** Whether the disk took it the last time: if not, commits wait for the disk until they succeed. */
  hasFailed(): boolean
  close(): void
}

/** Calls that come one after the other share what the disk does: it costs more than the writing. */
const gapMs = 5

/** Brings the write-ahead log of an SQLite file to the disk while the process goes on. */
export const createWalSync = (path: string): WalSync => {
  let file: number | undefined
  let isClosed = false
  let isWritten = false
  let isRunning = false
  let failed = false
  let endedAt = -gapMs

  const run = async (): Promise<void> => {
    const pause = endedAt + gapMs - performance.now()
    if (pause > 0) await sleep(pause, undefined, { ref: false })
    isWritten = false
    try {
      // The file is there as long as a connection is open.
      file ??= await openFile(`${path}-wal`, 'r')
      await sync(file)
    } catch {
      failed = true
    }
    endedAt = performance.now()
    isRunning = isWritten && !isClosed
    // Waiting for the next would keep every one before it in memory, for as long as calls come.
    if (isRunning) void run()
    else if (isClosed) release()
  }

  const release = () => {
    if (file !== undefined) close(file, () => {})
    file = undefined
  }

  return {
    start: () => {
      isWritten = true
      if (isRunning) return
      isRunning = true
      void run()
    },
    hasFailed: () => {
      const last = failed
      // The next commit waits for the disk, and fails if that does not take it.
      failed = false
      return last
    },
    close: () => {
      isClosed = true
      if (!isRunning) release()
    },
  }
}
