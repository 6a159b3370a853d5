import { join } from 'node:path'
import { manifest } from './manifest.ts'
import type { Report } from './report.ts'
import { run } from './run.ts'

/** Runs the installed command as a user would. */
export const checkCommand = async (folder: string, report: Report): Promise<void> => {
  const { code, output } = await run(join(folder, 'node_modules/.bin', manifest.name), ['--help'], folder)
  const isHelp = code === 0 && output.includes(manifest.name)
  report.check(`${manifest.name} --help ends with 0`, isHelp ? null : `code ${code}\n${output}`)
}
