import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, testedVersion } from './manifest.ts'
import type { Report } from './report.ts'
import { run, runOrThrow } from './run.ts'

type CompilerOptions = { module: string; moduleResolution: string; types: string[] }

const moduleKinds = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'esnext', moduleResolution: 'bundler' },
]

/**
 * Type-checks a program of an agent against the installed package, as strictly as TypeScript goes:
 * without types of Node or of any framework. Then one with the frameworks, whose own declarations
 * may be wrong.
 */
export const checkAgentTypes = async (folder: string, report: Report): Promise<void> => {
  await cp(join(root, 'test/package/consumer'), folder, { recursive: true })
  for (const kind of moduleKinds)
    await checkProgram(folder, 'agent.ts', { ...kind, types: [] }, report)
  await install(folder, [
    '@types/node',
    'ai',
    '@anthropic-ai/sdk',
    '@google/genai',
    '@langchain/core',
    'openai',
  ])
  await cp(join(root, 'test/types/generated'), folder, { recursive: true })
  const declared = ['plugboard-tools.d.ts']
  for (const kind of moduleKinds) {
    const options = { ...kind, types: ['node'] }
    await checkProgram(folder, 'frameworks.ts', options, report)
    await checkProgram(folder, 'tools.ts', options, report, declared)
    await checkProgram(folder, 'strict.ts', options, report, [...declared, 'strict-setting.d.ts'])
  }
}

/** Type-checks a program that starts the service. */
export const checkServiceTypes = async (folder: string, report: Report): Promise<void> => {
  await cp(join(root, 'test/package/consumer'), folder, { recursive: true })
  await install(folder, ['@types/node'])
  const options = { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] }
  await checkProgram(folder, 'service.ts', options, report)
}

const install = (folder: string, names: string[]): Promise<string> =>
  runOrThrow(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', ...names.map(testedVersion)],
    folder,
  )

/** Checks all declarations that the program uses, and reports errors in it and in ours. */
const checkProgram = async (
  folder: string,
  file: string,
  options: CompilerOptions,
  report: Report,
  declarations: string[] = [],
): Promise<void> => {
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    ...options,
  }
  await writeFile(project, JSON.stringify({ compilerOptions, files: [...declarations, file] }))
  const { code, output } = await run(
    join(root, 'node_modules/.bin/tsc'),
    ['--project', project, '--pretty', 'false'],
    folder,
  )
  const errors = output.split('\n').filter((line) => /^\S/.test(line))
  const own = errors.filter((line) => !/^node_modules\/(?!plugboard)/.test(line))
  const isRun = code === 0 || errors.length > 0
  report.check(
    `${file} type-checks with all our declarations it uses (${options.moduleResolution})`,
    own.length === 0 && isRun ? null : output,
  )
}
