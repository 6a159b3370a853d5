import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/**
 * Only ends what hangs, as some programs end with code 0 then: a bundler takes 20 seconds, or five
 * minutes on a busy machine.
 */
const limitMs = 30 * 60_000

export type Outcome = { code: number; output: string }

/**
 * Runs a program to its end, with this process's Node first on the PATH; a code other than 0 is an
 * outcome, not an exception.
 */
export const run = (command: string, args: string[], folder: string): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    }
    execFile(
      command,
      args,
      { cwd: folder, env, maxBuffer: 64 * 1024 * 1024, timeout: limitMs },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim()
        if (error && typeof error.code !== 'number')
          reject(
            new Error(`${command} ${args.join(' ')} did not end by itself: ${error.message}`, {
              cause: error,
            }),
          )
        else resolve({ code: error ? Number(error.code) : 0, output })
      },
    )
  })

/** As `run`, for what has to succeed before anything else can be checked. */
export const runOrThrow = async (
  command: string,
  args: string[],
  folder: string,
): Promise<string> => {
  const { code, output } = await run(command, args, folder)
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with code ${code}:\n${output}`)
  return output
}
