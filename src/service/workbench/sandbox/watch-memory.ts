import { readFile } from 'node:fs/promises'

const everyMs = 100

/**
 * Watches the memory of a process from outside (on Linux), in case its own watch fails.
 *
 * @returns Ends the watch.
 */
export const watchMemory = (
  processId: number,
  maximumBytes: number,
  exceed: () => void,
): (() => void) => {
  const look = async () => {
    const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    if (kilobytes * 1024 > maximumBytes) exceed()
  }
  const timer = setInterval(() => void look(), everyMs)
  return () => clearInterval(timer)
}
