/**
 * Makes the JavaScript of the package `plugboard` in `dist`, where tsc has written its declarations.
 *
 * - Each subpath of `exports` is one file, and what several of them share is in `dist/chunks`, so
 *   that every class exists once. The first call of an agent opens a few files, not hundreds.
 * - What `imports` names is loaded through that name: on the first call in Node, together with its
 *   importer in a bundle.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const source = 'plugboard-source'

const target = z.templateLiteral(['./dist/', z.string(), '.js'])
const manifest = z
  .object({
    exports: z.record(
      z.string(),
      z.union([z.object({ [source]: z.string(), default: target }), z.string()]),
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
const withoutZod = ['compile-schema', 'apply-defaults', 'profiles/apply-profile'].map(
  (name) => `./dist/src/schema/${name}.js`,
)

/** Paths in `dist` of the files to make, without `.js`; those of the sources have the same names. */
const names = [
  ...Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.default],
  ),
  ...Object.values(manifest.imports).flatMap((entry) => Object.values(entry)),
  manifest.bin.plugboard,
  ...withoutZod,
].map((path) => path.slice('./dist/'.length, -'.js'.length))

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

for (const folder of ['dist/src', 'dist/adapters'])
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js')) rmSync(join(root, folder, name))

const { output } = await build({
  cwd: root,
  input: Object.fromEntries(names.map((name) => [name, join(root, `${name}.ts`)])),
  platform: 'neutral',
  external: /^[^./]/,
  plugins: [byName],
  logLevel: 'warn',
  output: {
    dir: join(root, 'dist'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
  },
})

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
