import { join } from 'node:path'
import { manifest } from './manifest.ts'
import type { Report } from './report.ts'
import { run } from './run.ts'

/** Runs the command of `plugboard` where `plugboard-server` is not installed. */
export const checkLauncher = async (project: string, report: Report): Promise<void> => {
  const { code, output } = await run(
    join(project, 'node_modules/.bin/plugboard'),
    ['dev', '--sample'],
    project,
  )
  const isLine =
    !output.includes('\n') &&
    output.includes(`npm install --save-dev plugboard-server@${manifest.version}`)
  report.check(
    'without plugboard-server, plugboard dev says in one line how to get it',
    code === 1 && isLine ? null : `code ${code}\n${output}`,
  )
}
