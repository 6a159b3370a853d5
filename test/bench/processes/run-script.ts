import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Runs a module in a fresh process and answers the CPU (user and system) and the time that the
 * whole process took.
 */
export const runScript = async (
  cwd: string,
  script: string,
): Promise<{ cpuMs: number; wallMs: number; printed: string }> => {
  const started = performance.now()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', `${script}\n${report}`],
    { cwd },
  )
  const wallMs = performance.now() - started
  const lines = stdout.trimEnd().split('\n')
  return { cpuMs: Number(lines.at(-1)), wallMs, printed: lines.slice(0, -1).join('\n') }
}

const report = `
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage()
    process.stdout.write(String((userCPUTime + systemCPUTime) / 1000))
  })`
