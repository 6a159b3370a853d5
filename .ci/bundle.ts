/**
 * Makes the command of the build: the compiled command and all that it loads in a few files, which
 * open in half the time that hundreds of small ones take. What a library imports (`plugboard`,
 * `plugboard/service`, …) stays in the files that tsc wrote.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist/bin')

const { output } = await build({
  input: {
    plugboard: join(root, 'dist/src/cli/index.js'),
    // Started by its name, beside the code that starts it.
    'text-worker': join(root, 'dist/src/service/platform/untrusted-text/text-worker.js'),
    'segment-worker': join(root, 'dist/src/service/search/index/segment-worker.js'),
    'sandbox-process': join(root, 'dist/src/service/workbench/sandbox/sandbox-process.js'),
  },
  platform: 'node',
  // Optional peers, a logger that looks for files of its own, and what few starts load.
  external: [
    'pg',
    'pg-boss',
    'just-bash',
    'pino',
    'prom-client',
    /^@opentelemetry\//,
    /^(ai|openai|@langchain\/core)(\/|$)/,
  ],
  logLevel: 'warn',
  output: { dir: folder, format: 'esm' },
})

/** Whoever's code is in the bundle, their licence goes with it. */
const bundled = new Set(
  output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .flatMap((id) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
)
const licences = [...bundled].toSorted().map((path) => {
  const file = readdirSync(path).find((name) => /^licen[cs]e/i.test(name))
  const { name, version, license } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  ) as Record<string, string>
  return `${name} ${version}\n\n${file ? readFileSync(join(path, file), 'utf8') : `Licence: ${license}`}`
})
writeFileSync(join(folder, 'LICENSES.txt'), licences.join(`\n\n${'-'.repeat(80)}\n\n`))
console.log(`dist/bin: ${output.length} files, with the code of ${bundled.size} packages`)
