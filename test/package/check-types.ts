import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, testedVersion } from './manifest.ts'
import type { Report } from './report.ts'
import { run, runOrThrow } from './run.ts'

/**
 * Type-checks the programs of `consumer/` against the installed package, as strictly as TypeScript
 * goes.
 */
export const checkTypes = async (folder: string, report: Report): Promise<void> => {
  await cp(join(root, 'test/package/consumer'), folder, { recursive: true })
  await runOrThrow(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      ...['@types/node', 'ai', '@langchain/core', 'openai'].map(testedVersion),
    ],
    folder,
  )
  // Without skipLibCheck also the declarations of the package itself and of what it depends on are
  // checked.
  await checkProgram(folder, ['agent.ts', 'service.ts'], { skipLibCheck: false }, report)
  await checkProgram(folder, ['frameworks.ts'], { skipLibCheck: true }, report)
}

const checkProgram = async (
  folder: string,
  files: string[],
  options: { skipLibCheck: boolean },
  report: Report,
): Promise<void> => {
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    ...options,
  }
  await writeFile(project, JSON.stringify({ compilerOptions, files }))
  const { code, output } = await run(
    join(root, 'node_modules/.bin/tsc'),
    ['--project', project],
    folder,
  )
  report.check(
    `${files.join(' and ')} type-check${options.skipLibCheck ? '' : ' with all declarations they use'}`,
    code === 0 ? null : output,
  )
}
