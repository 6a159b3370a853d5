import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './manifest.ts'
import type { Report } from './report.ts'
import { run, runOrThrow } from './run.ts'

const majors = [
  ['react@18.3.1', 'react-dom@18.3.1', '@types/react@18.3.32', '@types/react-dom@18.3.7'],
  ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.3', '@types/react-dom@19.3.0'],
]

/**
 * Compiles an application with the component for React and React's own types, and renders it on a
 * server.
 */
export const checkReact = async (
  folder: string,
  tarball: string,
  report: Report,
): Promise<void> => {
  for (const packages of majors) {
    const [name = ''] = packages
    const project = join(folder, name)
    await mkdir(project)
    await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
    await runOrThrow(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, ...packages],
      project,
    )
    await cp(join(root, 'test/package/consumer/react.tsx'), join(project, 'react.tsx'))
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['--pretty', 'false'], project)
    report.check(`react.tsx type-checks with ${name}`, compiled.code === 0 ? null : compiled.output)
    const rendered = await run(process.execPath, ['react.js'], project)
    report.check(`and is rendered on a server`, rendered.code === 0 ? null : rendered.output)
  }
}

const compilerOptions = {
  jsx: 'react-jsx',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  types: [],
}
