import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { manifest } from './manifest.ts'
import type { Report } from './report.ts'
import { run } from './run.ts'

/** Runs the installed command as a user would. */
export const checkCommand = async (folder: string, report: Report): Promise<void> => {
  const command = join(folder, 'node_modules/.bin', manifest.name)
  const { code, output } = await run(command, ['--help'], folder)
  const isHelp = code === 0 && output.includes(manifest.name)
  report.check(`${manifest.name} --help ends with 0`, isHelp ? null : `code ${code}\n${output}`)
  await checkDevelopment(command, folder, report)
}

/**
 * What the command finds beside itself: the reference page's files, and the thread that parses
 * large descriptions.
 */
const checkDevelopment = async (command: string, folder: string, report: Report): Promise<void> => {
  const service = spawn(
    command,
    ['dev', '--json', '--port', '0', '--sample', '--data', join(folder, 'data')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<number | null>((resolve) => service.once('exit', resolve))
  try {
    const ready = await new Promise<{ url: string }>((resolve, reject) => {
      createInterface(service.stdout).once('line', (line) =>
        resolve(JSON.parse(line) as { url: string }),
      )
      service.once('exit', (status) => reject(new Error(`plugboard dev ended with ${status}`)))
    })
    for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/api/v3/openapi.json']) {
      const { status } = await fetch(ready.url + path)
      report.check(`plugboard dev answers ${path}`, status === 200 ? null : `status ${status}`)
    }
    const description = createRequire(import.meta.url).resolve(
      '@figma/rest-api-spec/openapi/openapi.yaml',
    )
    const imported = await run(
      command,
      ['toolkits', 'import', description, '--slug', 'figma', '--data', join(folder, 'data')],
      folder,
    )
    report.check(
      'plugboard toolkits import reads a large description',
      imported.code === 0 ? null : imported.output,
    )
  } finally {
    service.kill('SIGTERM')
  }
  const status = await ended
  report.check('plugboard dev ends with 0', status === 0 ? null : `status ${status}`)
}
