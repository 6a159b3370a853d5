import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '../../package/run.ts'
import type { Project } from './make-project.ts'
import {
  bun,
  deno,
  edgeRuntime,
  node22,
  node24,
  node26,
  workerd,
  type Runtime,
} from './runtimes.ts'

/** A way to make a program of an agent's modules, and the runtimes that have to run it. */
export type Bundle = {
  name: string
  runtimes: Runtime[]
  /** Frameworks that cannot run there, by the agent's name, with the error that shows it. */
  lacks?: Record<string, RegExp>
  /** Returns the path of the file to start. */
  make(project: Project, agent: string): Promise<string>
}

const programs = [node26, node24, node22, bun, deno]

/** For bundles of ES modules with dependencies in CommonJS that `require` modules of Node. */
const requireBanner =
  'import { createRequire as toRequire } from "node:module"; const require = toRequire(import.meta.url);'

const command =
  (binary: string, toArguments: (entry: string, file: string) => string[]) =>
  async ({ folder }: Project, entry: string, file: string): Promise<string> => {
    const path = join(folder, 'out', file)
    await runOrThrow(
      join(folder, 'node_modules/.bin', binary),
      toArguments(join(folder, 'entries', entry), path),
      folder,
    )
    return path
  }

const esbuild = (...options: string[]) =>
  command('esbuild', (entry, file) => [
    entry,
    '--bundle',
    `--outfile=${file}`,
    '--log-level=warning',
    ...options,
  ])

const rolldown = (...options: string[]) =>
  command('rolldown', (entry, file) => [entry, '--file', file, '--no-code-splitting', ...options])

const bunBuild = (...options: string[]) =>
  command('bun', (entry, file) => ['build', entry, `--outfile=${file}`, ...options])

/** Writes a configuration for a bundler without options for everything. */
const configured =
  (
    binary: string,
    toConfig: (entry: string, folder: string, file: string) => unknown,
    ...options: string[]
  ) =>
  async (project: Project, entry: string, file: string): Promise<string> => {
    const config = join(project.folder, `${binary}-${file}.config.mjs`)
    const value = toConfig(
      join(project.folder, 'entries', entry),
      join(project.folder, 'out'),
      file,
    )
    await writeFile(config, `export default ${JSON.stringify(value)}`)
    return command(binary, () => [...options, '--config', config])(project, entry, file)
  }

const webpack = (target: string, module: object = {}) =>
  configured(
    'webpack',
    (entry, path, filename) => ({
      mode: 'production',
      target,
      entry,
      output: { path, filename },
      module,
    }),
    'build',
  )

/** For runtimes that take one file: client libraries have `import()`, of which webpack makes chunks. */
const inOneFile = { parser: { javascript: { dynamicImportMode: 'eager' } } }

const vite = (target: 'node' | 'webworker') =>
  configured(
    'vite',
    (entry, outDir, entryFileNames) => ({
      logLevel: 'warn',
      ssr: { target, noExternal: true },
      build: {
        ssr: entry,
        outDir,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames, codeSplitting: false } },
      },
    }),
    'build',
  )

/** As `wrangler deploy` bundles a worker. */
const wrangler = async ({ folder }: Project, entry: string): Promise<string> => {
  const config = join(folder, `wrangler-${entry}.json`)
  await writeFile(
    config,
    JSON.stringify({
      name: 'agent',
      main: join(folder, 'entries', entry),
      compatibility_date: '2026-01-01',
      compatibility_flags: ['nodejs_compat'],
      send_metrics: false,
    }),
  )
  const out = join(folder, 'out', `wrangler-${entry}`)
  await runOrThrow(
    join(folder, 'node_modules/.bin/wrangler'),
    ['deploy', '--dry-run', '--outdir', out, '--config', config],
    folder,
  )
  return join(out, entry)
}

/** The package edge-runtime has fewer interfaces of the web than the hosts that it stands for. */
const beyondEdgeRuntime = {
  langchain: /AbortSignal\.any is not a function[^]*mergeAbortSignals/,
  'openai-agents': /CustomEvent is not defined[^]*EventEmitter/,
}

export const bundles: Bundle[] = [
  {
    name: 'not bundled',
    runtimes: programs,
    make: async ({ folder }, agent) => join(folder, 'entries', `program-${agent}.js`),
  },
  {
    name: 'esbuild, esm',
    runtimes: programs,
    make: (project, agent) =>
      esbuild('--platform=node', '--format=esm', `--banner:js=${requireBanner}`)(
        project,
        `program-${agent}.js`,
        `esbuild-${agent}.mjs`,
      ),
  },
  {
    name: 'esbuild, cjs',
    runtimes: programs,
    make: (project, agent) =>
      esbuild('--platform=node', '--format=cjs')(
        project,
        `program-${agent}.js`,
        `esbuild-${agent}.cjs`,
      ),
  },
  {
    name: 'bun build',
    runtimes: programs,
    make: (project, agent) =>
      bunBuild('--target=node')(project, `program-${agent}.js`, `bun-${agent}.mjs`),
  },
  {
    name: 'rolldown',
    runtimes: programs,
    make: (project, agent) =>
      rolldown('--platform=node', '--format=esm')(
        project,
        `program-${agent}.js`,
        `rolldown-${agent}.mjs`,
      ),
  },
  {
    name: 'webpack',
    runtimes: programs,
    make: (project, agent) =>
      webpack('node22')(project, `program-${agent}.js`, `webpack-${agent}.cjs`),
  },
  {
    name: 'Vite SSR',
    runtimes: programs,
    make: (project, agent) => vite('node')(project, `program-${agent}.js`, `vite-${agent}.mjs`),
  },
  {
    name: 'wrangler',
    runtimes: [workerd],
    make: (project, agent) => wrangler(project, `module-${agent}.js`),
  },
  {
    name: 'Vite SSR, worker',
    runtimes: [workerd],
    lacks: { mastra: /No such module "node:child_process"/ },
    make: (project, agent) =>
      vite('webworker')(project, `module-${agent}.js`, `vite-worker-${agent}.js`),
  },
  {
    name: 'rolldown, worker',
    runtimes: [edgeRuntime],
    lacks: { ...beyondEdgeRuntime, mastra: /fetch failed/ },
    make: (project, agent) =>
      rolldown('--platform=browser', '--format=iife')(
        project,
        `listener-${agent}.js`,
        `rolldown-worker-${agent}.js`,
      ),
  },
  {
    name: 'webpack, worker',
    runtimes: [edgeRuntime],
    // Names are shortened there.
    lacks: {
      langchain: /AbortSignal\.any is not a function/,
      'openai-agents': /CustomEvent is not defined/,
      mastra: /Can't resolve 'path' in [^]*@mastra\/core/,
    },
    make: (project, agent) =>
      webpack('webworker', inOneFile)(
        project,
        `listener-${agent}.js`,
        `webpack-worker-${agent}.js`,
      ),
  },
  {
    name: 'esbuild, edge',
    runtimes: [edgeRuntime],
    lacks: { ...beyondEdgeRuntime, mastra: /Could not resolve "os"/ },
    make: (project, agent) =>
      esbuild('--platform=browser', '--format=iife', '--conditions=edge-light,worker,browser')(
        project,
        `listener-${agent}.js`,
        `esbuild-edge-${agent}.js`,
      ),
  },
]
