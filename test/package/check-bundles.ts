import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import type { Manifest } from './manifest.ts'
import type { Report } from './report.ts'

/** Evaluations load their frameworks by `import()`, because each is optional. They run in Node. */
const isForAgents = (subpath: string): boolean =>
  !/\/(evals.*|service|package\.json)$/.test(subpath)

/**
 * Bundles every subpath for agents with the conditions that all bundlers have, and checks that
 * nothing is loaded lazily: esbuild, wrangler and `bun build` put modules reached by `import()` in
 * the same file and do not always initialize them first. Nor may they need a module of Node. `test/consumers/bundlers` starts the
 * bundles that these make.
 */
export const checkBundles = async (
  folder: string,
  { name, exports }: Manifest,
  report: Report,
): Promise<void> => {
  const specifiers = Object.keys(exports)
    .filter(isForAgents)
    .map((subpath) => subpath.replace('.', name))
  const bundle = await rolldown({
    cwd: folder,
    input: specifiers.map((specifier) => join(folder, 'entries', specifier)),
    external: (id, importer) => importer !== undefined && !/^([./#]|plugboard)/.test(id),
    plugins: [
      {
        name: 'entries',
        resolveId: (id, importer) => (importer === undefined ? id : null),
        load: (id) =>
          id.startsWith(join(folder, 'entries'))
            ? `export * from '${id.slice(join(folder, 'entries/').length)}'`
            : null,
      },
    ],
    resolve: { conditionNames: ['import', 'default'] },
    logLevel: 'warn',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  const lazy = output.flatMap((file) => (file.type === 'chunk' ? file.dynamicImports : []))
  const builtin = output
    .flatMap((file) => (file.type === 'chunk' ? file.imports : []))
    .filter((imported) => isBuiltin(imported))
  report.check(
    `bundlers find no lazy module in ${specifiers.join(', ')}`,
    lazy.length === 0 ? null : lazy.join('\n'),
  )
  report.check(
    'and no module of Node',
    builtin.length === 0 ? null : `${builtin.join(', ')}: other runtimes do not have it`,
  )
}

/** Bundles one function that needs no zod: what it shares a subpath with has to be left out. */
export const checkTreeShaking = async (folder: string, report: Report): Promise<void> => {
  const bundle = await rolldown({
    cwd: folder,
    input: 'entry',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(folder, id) : null),
        load: (id) =>
          id === join(folder, 'entry') ? `export { compileSchema } from 'plugboard/schema'` : null,
      },
    ],
    resolve: { conditionNames: ['import', 'default'] },
    logLevel: 'warn',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  const modules = output.flatMap((file) =>
    file.type === 'chunk' ? Object.entries(file.modules) : [],
  )
  const zod = modules.filter(
    ([path, { renderedLength }]) => path.includes('/node_modules/zod/') && renderedLength > 0,
  )
  report.check(
    'a bundle with compileSchema alone has no zod',
    zod.length === 0 ? null : zod.map(([path]) => path).join('\n'),
  )
}

const elementLimit = 12_000

/** Bundles the element as an application does that has it from npm: it is all that comes along. */
export const checkElement = async (folder: string, report: Report): Promise<void> => {
  const bundle = await rolldown({
    cwd: folder,
    input: 'plugboard/connections',
    resolve: { conditionNames: ['import', 'default'] },
    logLevel: 'warn',
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const [file, ...others] = output
  const size = gzipSync(file.code, { level: 9 }).length
  const packages = Object.keys(file.modules).filter(
    (path) => !path.includes('/node_modules/plugboard/'),
  )
  report.check(
    `a bundle of plugboard/connections has ${size} bytes, compressed, and no other package`,
    size <= elementLimit && packages.length + others.length + file.imports.length === 0
      ? null
      : `at most ${elementLimit} are allowed\n${[...packages, ...file.imports].join('\n')}`,
  )
}
