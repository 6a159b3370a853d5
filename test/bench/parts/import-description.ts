import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { root } from '../build-package.ts'
import { rate } from '../figures/figure.ts'
import { startService } from '../processes/start-service.ts'
import type { Part } from './part.ts'

/** Where `npm run test:github` keeps it. */
const githubCache = join(root, '.cache/octokit')
const figma = join(root, 'node_modules/@figma/rest-api-spec/openapi/openapi.yaml')

/**
 * How long a large description takes to import, and how long the service stands still for others
 * meanwhile.
 */
export const measureImport: Part = async (built, say) => {
  const github = existsSync(githubCache)
    ? (await readdir(githubCache)).find((name) => name.endsWith('.json'))
    : undefined
  const [slug, path] = github ? ['github', join(githubCache, github)] : ['figma', figma]
  say(`description: importing ${slug}`)
  const openapi = await readFile(path, 'utf8')
  const service = await startService(built, {
    channel: true,
    nodeArguments: [
      '--import',
      fileURLToPath(new URL('../processes/report-pauses.ts', import.meta.url)),
    ],
  })
  try {
    await service.ask('reset')
    const started = performance.now()
    const { operations, made, skipped } = await importAndWait(service.client, {
      slug,
      source: { openapi },
      auth: { scheme: 'BEARER_TOKEN' },
    })
    const seconds = (performance.now() - started) / 1000
    const pauseMs = Number(await service.ask('read'))
    return [
      rate({
        name: `import of ${slug}'s description`,
        ours: { value: seconds, unit: 's' },
        ...(slug === 'github' && { bar: { of: 'value' as const, atMost: 10 } }),
        note: `${(openapi.length / 1e6).toFixed(1)} MB, ${operations} operations, ${made} tools, ${skipped.length} skipped${slug === 'github' ? '' : "; `npm run test:github` fetches GitHub's description for this"}`,
      }),
      rate({
        name: `longest pause of the event loop during it`,
        ours: { value: pauseMs, unit: 'ms' },
      }),
    ]
  } finally {
    await service.stop()
  }
}
