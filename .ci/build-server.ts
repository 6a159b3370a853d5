/**
 * Makes the package `plugboard-server` in `dist/server`, from what tsc compiled of the whole tree.
 *
 * - `bin`: the commands and all that they load in a few files, which open in half the time that
 *   hundreds of small ones take.
 * - `service`, `contract` and `schema`: what `import 'plugboard-server'` loads, as tsc wrote it.
 * - `assets`: Swagger UI, the console as Vite builds it, and the element for pages of users.
 * - `catalogue`: the recipes, and of simple-icons the icons that they name.
 * - `package.json`: of `src/server`, with the exact version of `plugboard` in the place of a link.
 */
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'rolldown'
import { buildConnections } from '../src/connections-element/build.ts'
import { buildConsole } from '../src/console/build.ts'
import { collectIcons } from '../src/service/logos/collect-icons.ts'
import { useLeanModules } from './lean-modules.ts'
import { licensesOf } from './licenses-of.ts'

const root = join(import.meta.dirname, '..')
const compiled = join(root, 'dist/src')
const target = join(root, 'dist/server')

/** Rooms of the tree that are no part of `plugboard`. */
const serverRooms = ['server', 'service', 'cli', 'sample']

const readJson = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, string> & {
    dependencies: Record<string, string>
  }

const bundleCommands = async (): Promise<void> => {
  const { output } = await build({
    input: {
      'plugboard-server': join(compiled, 'cli/index.js'),
      // Started by its name, beside the code that starts it.
      'text-worker': join(compiled, 'service/platform/untrusted-text/text-worker.js'),
      'projection-worker': join(compiled, 'service/platform/projection/projection-worker.js'),
      'overlay-worker': join(compiled, 'service/catalog/overlay/overlay-worker.js'),
      'segment-worker': join(compiled, 'service/search/index/segment-worker.js'),
      'local-worker': join(compiled, 'service/search/embeddings/local-worker.js'),
      'sandbox-process': join(compiled, 'service/workbench/sandbox/sandbox-process.js'),
    },
    platform: 'node',
    plugins: [useLeanModules],
    // Optional peers, and what few starts load.
    external: [
      'pg',
      'pg-boss',
      'just-bash',
      'prom-client',
      /^@opentelemetry\//,
      /^(ai|openai|@langchain\/core|@anthropic-ai\/sdk|@google\/genai)(\/|$)/,
    ],
    logLevel: 'warn',
    output: {
      dir: join(target, 'bin'),
      format: 'esm',
      // V8 keeps the source of a file, with two bytes for each character if one is not ASCII.
      charset: 'ascii',
      comments: false,
      // Names stay, for stacks.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    },
  })
  writeFileSync(join(target, 'bin/LICENSES.txt'), licensesOf(output))
}

/** Import specifiers of files in what tsc emits. */
const specifiers = /\b(?:from|import) ?\(?['"](\.[^'"]+)['"]/g

/**
 * The service with what it imports, and the declarations that its own ones import; those keep the
 * names of the sources. Workers are started by name, so all of its files count.
 */
const collectService = (): Set<string> => {
  const found = new Set([
    ...globSync(join(compiled, 'service/**/*.js')),
    join(compiled, 'service/index.d.ts'),
  ])
  for (const path of found)
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(specifiers)) {
      const ending = path.endsWith('.d.ts') ? '.d.ts' : '.js'
      const file = join(dirname(path), specifier)
      found.add(file.replace(/\.[jt]s$/, ending))
    }
  return found
}

const moveService = (): void => {
  for (const path of collectService()) {
    const place = join(target, relative(compiled, path))
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(path, place)
  }
  for (const room of serverRooms) rmSync(join(compiled, room), { recursive: true, force: true })
}

const writeManifest = (): void => {
  const { version } = readJson(join(root, 'package.json'))
  const { private: _, ...manifest } = readJson(join(root, 'src/server/package.json'))
  const dependencies = { ...manifest.dependencies, plugboard: version }
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`,
  )
}

const copy = (from: string, names: string[], to: string): void => {
  mkdirSync(join(target, to), { recursive: true })
  for (const name of names) copyFileSync(join(root, from, name), join(target, to, name))
}

await bundleCommands()
moveService()
copy(
  'node_modules/swagger-ui-dist',
  ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'],
  'assets',
)
writeFileSync(
  join(target, 'assets/console-LICENSES.txt'),
  licensesOf(await buildConsole(join(target, 'assets/console'))),
)
await buildConnections(join(target, 'assets/connections'))
copy(
  'src/catalogue',
  readdirSync(join(root, 'src/catalogue')).filter((name) => name.endsWith('.yaml')),
  'catalogue',
)
writeFileSync(join(target, 'catalogue/icons.json'), JSON.stringify(await collectIcons()))
copy('.', ['LICENSE'], '.')
copy('src/server', ['README.md'], '.')
writeManifest()
