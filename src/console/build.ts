/**
 * Builds the console. As a command it prints the folder of the build for the present sources,
 * which it makes if there is none: what a checkout serves. The package gets a build of its own
 * from `.ci/build-server.ts`.
 */
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { cachedBuild } from './cached-build.ts'
import { operations } from './api/operations.ts'

const root = import.meta.dirname

/** Where the operations of the contract are computed; their schemas stay out of the browser. */
const computed = join(root, 'api/operations.ts')

const computedOperations: Plugin = {
  name: 'operations of the contract',
  enforce: 'pre',
  load: (id) =>
    id === computed ? `export const operations = ${JSON.stringify(operations)}` : null,
}

/** Builds the console into a folder and returns the modules and files that it consists of. */
export const buildConsole = async (folder: string) => {
  const built = await build({
    configFile: false,
    root,
    base: '/console/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [computedOperations],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('Vite made no single build')
  return built.output
}

/** The folder of the build for the present sources. */
export const currentBuild = (): Promise<string> =>
  cachedBuild(
    'console',
    ['src/console', 'src/contract', 'src/client', 'src/schema', 'src/evals/aggregate'],
    buildConsole,
  )

if (process.argv[1] === import.meta.filename) console.log(await currentBuild())
