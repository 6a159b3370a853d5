import { write, writeSync } from 'node:fs'

/** Characters that wait while nobody reads; lines beyond them are dropped. */
const mostWaiting = 16 * 1024 * 1024

const retryMs = 50

/** How long the end of the process waits for a reader that is slow. */
const lastMs = 1_000

export type LineWriter = { write(line: string): void }

/**
 * Writes lines to a file descriptor in the background, several together, and the rest at the end of
 * the process.
 *
 * The reader of a log may end, and its disk may be full: such lines are dropped, and the process goes
 * on, and ends as usual. The destination of pino retries them forever at the end of the process.
 */
export const createLineWriter = (fd: number): LineWriter => {
  let waiting = ''
  /** Of text that was begun, what a full pipe has not taken yet. */
  let begun = Buffer.alloc(0)
  let isWriting = false
  const next = (): void => {
    if (begun.length === 0) {
      begun = Buffer.from(waiting)
      waiting = ''
    }
    isWriting = begun.length > 0
    if (!isWriting) return
    const text = begun
    begun = Buffer.alloc(0)
    write(fd, text, (error, written) => {
      if (isBusy(error)) begun = text
      else if (!error) begun = text.subarray(written)
      if (isBusy(error)) setTimeout(next, retryMs)
      else next()
    })
  }
  process.on('exit', () => writeRest(fd, Buffer.concat([begun, Buffer.from(waiting)])))
  return {
    write: (line) => {
      if (waiting.length + line.length > mostWaiting) return
      waiting += line
      if (!isWriting) next()
    },
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN'

const writeRest = (fd: number, text: Buffer): void => {
  const until = performance.now() + lastMs
  let rest = text
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
}
