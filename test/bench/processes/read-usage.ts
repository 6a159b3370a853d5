import { readFileSync } from 'node:fs'

/** Seconds of CPU (user and system) that a process has used; undefined where there is no /proc. */
export const cpuSeconds = (pid: number): number | undefined => {
  const text = readOptional(`/proc/${pid}/stat`)
  // The second field is the name in brackets and may hold blanks.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Resident memory of a process in MB (of 10^6 bytes). */
export const residentMegabytes = (pid: number): number | undefined => memoryOf(pid, 'VmRSS')

/** The most that it was. */
export const peakMegabytes = (pid: number): number | undefined => memoryOf(pid, 'VmHWM')

const memoryOf = (pid: number, field: string): number | undefined => {
  const status = readOptional(`/proc/${pid}/status`) ?? ''
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6
}

/** Seconds that all cores together were busy since the machine started. */
export const machineBusySeconds = (): number | undefined => {
  const line = /^cpu\s+(.*)$/m.exec(readOptional('/proc/stat') ?? '')?.[1]
  const fields = line?.split(/\s+/).map(Number)
  if (!fields) return undefined
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] = fields
  return (user + nice + system + interrupts + softInterrupts) / ticksPerSecond
}

/** What Linux counts in for programs, on every platform that Node runs on. */
const ticksPerSecond = 100

const readOptional = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
