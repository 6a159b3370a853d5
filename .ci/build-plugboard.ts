/**
 * Makes the JavaScript of the package `plugboard` in `dist`, where tsc has written its declarations.
 *
 * - Each subpath of `exports` is one file, and what several of them share is in `dist/chunks`, so
 *   that every class exists once. The first call of an agent opens a few files, not hundreds.
 * - What `imports` names is loaded through that name: on the first call in Node, together with its
 *   importer in a bundle.
 * - ofetch is part of these files, in its form for every runtime. Its form for Node loads
 *   `node:http`, `node:https` and a copy of `fetch` for older versions, a tenth of a first call.
 * - Declarations that no subpath leads to are removed, a third of all.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { build, type ChunkingContext, type Plugin } from 'rolldown'
import { z } from 'zod'
import { bundledPackages } from './bundled-packages.ts'
import { licensesOf } from './licenses-of.ts'

const root = join(import.meta.dirname, '..')
const source = 'plugboard-source'

const target = z.templateLiteral(['./dist/', z.string(), '.js'])
const manifest = z
  .object({
    exports: z.record(
      z.string(),
      z.union([z.object({ [source]: z.string(), types: z.string(), default: target }), z.string()]),
    ),
    imports: z.record(z.string(), z.object({ 'module-sync': target, default: target })),
    bin: z.object({ plugboard: target }),
    dependencies: z.record(z.string(), z.string()),
    peerDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/**
 * Parts of `plugboard/schema` that need no zod. As files of their own they stay apart from those
 * that do, whose calls of zod a bundler cannot drop.
 */
const withoutZod = [
  'src/schema/compile-schema',
  'src/schema/apply-defaults',
  'src/schema/profiles/apply-profile',
]

/** Paths in `dist` of the files to make, without `.js`; those of the sources have the same names. */
const names = [
  ...Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.default],
  ),
  ...Object.values(manifest.imports).flatMap((entry) => Object.values(entry)),
  manifest.bin.plugboard,
]
  .map((path) => path.slice('./dist/'.length, -'.js'.length))
  .concat(withoutZod)

/** Replaces the path of a file that `imports` names by this name. */
const byName: Plugin = {
  name: 'imports of package.json',
  async resolveId(specifier, importer) {
    if (importer === undefined) return null
    const id = (await this.resolve(specifier, importer, { skipSelf: true }))?.id ?? ''
    const path = `./dist/${relative(root, id).replace(/\.ts$/, '.js')}`
    const named = Object.entries(manifest.imports).find(
      ([, entry]) => entry['module-sync'] === path,
    )
    return named ? { id: named[0], external: true } : null
  },
}

/** The declarations that `exports` names, and those that they import, however indirectly. */
const declarations = new Set(
  Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(root, entry.types)],
  ),
)
for (const file of declarations)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.[jt]s['"]/g,
  ))
    declarations.add(join(dirname(file), `${path}.d.ts`))

for (const folder of ['dist/src', 'dist/adapters'])
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const path = join(root, folder, name)
    if (name.endsWith('.js') || (name.endsWith('.d.ts') && !declarations.has(path))) rmSync(path)
  }

/** The modules that others import, however indirectly, without those of an `import()`. */
const reachOf = (names: string[], graph: ChunkingContext): Set<string> => {
  const found = new Set(names.map((name) => join(root, `${name}.ts`)))
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** Whether a module belongs to a file; the first file that takes a module has it. */
type Rule = (isReachedFrom: (...names: string[]) => boolean) => boolean

/**
 * Files of what agents load together, with the package and at its first call. What other subpaths
 * load as well is apart from the rest.
 */
const chunks: Record<string, Rule> = {
  // Browsers that load the element load nothing else of the package.
  endpoint: (from) => from('src/contract/sessions') && from('src/connections-element/index'),
  shared: (from) => from('src/index') && from('src/schema/index', 'src/webhooks/index'),
  agent: (from) => from('src/index'),
  compiler: (from) => from(...withoutZod),
  schema: (from) => from('src/schema/index'),
  sessions: (from) => from('src/contract/sessions', 'src/contract/event-stream'),
  'first-call': (from) => from('src/client/operations', 'src/provider/session-work'),
}

const groups = Object.entries(chunks).map(([name, rule], index) => ({
  debugName: name,
  priority: Object.keys(chunks).length - index,
  name: (id: string, graph: ChunkingContext) =>
    rule((...names) => reachOf(names, graph).has(id)) ? name : null,
}))

const { output } = await build({
  cwd: root,
  input: Object.fromEntries(names.map((name) => [name, join(root, `${name}.ts`)])),
  platform: 'neutral',
  external: (id) => /^[^./]/.test(id) && !bundledPackages.includes(id),
  plugins: [byName],
  logLevel: 'warn',
  output: {
    dir: join(root, 'dist'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
    codeSplitting: { groups },
  },
})

writeFileSync(join(root, 'dist/chunks/LICENSES.txt'), licensesOf(output))

/** What may be imported by name: other packages that are installed, or known to be missing. */
const known = new Set([
  ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.imports }),
  'plugboard-server',
])
const files = new Set(output.map(({ fileName }) => fileName))
for (const file of output) {
  if (file.type !== 'chunk') continue
  const foreign = [...file.imports, ...file.dynamicImports].filter(
    (name) =>
      !files.has(name) &&
      !isBuiltin(name) &&
      !known.has(name.startsWith('#') ? name : (/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')),
  )
  if (foreign.length > 0)
    throw new Error(
      `${file.fileName} imports what package.json does not name: ${foreign.join(', ')}`,
    )
}
