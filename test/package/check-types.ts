import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, testedVersion } from './manifest.ts'
import type { Report } from './report.ts'
import { run, runOrThrow } from './run.ts'

/**
 * Type-checks programs of `consumer/` against the installed packages, as strictly as TypeScript
 * goes: the first ones with nothing but `@types/node` beside, the others with the frameworks.
 */
export const checkTypes = async (
  folder: string,
  alone: string[],
  withFrameworks: string[],
  report: Report,
): Promise<void> => {
  await cp(join(root, 'test/package/consumer'), folder, { recursive: true })
  // Without skipLibCheck also the declarations of the package itself and of what it depends on are
  // checked.
  await install(folder, ['@types/node'])
  await checkProgram(folder, alone, { skipLibCheck: false }, report)
  if (withFrameworks.length === 0) return
  await install(folder, ['ai', '@anthropic-ai/sdk', '@google/genai', '@langchain/core', 'openai'])
  await checkProgram(folder, withFrameworks, { skipLibCheck: true }, report)
}

const install = (folder: string, names: string[]): Promise<string> =>
  runOrThrow(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', ...names.map(testedVersion)],
    folder,
  )

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
