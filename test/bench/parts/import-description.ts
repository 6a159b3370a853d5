import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { collectedData, hasCollected } from '../../support/collected-data.ts'
import { openSqlite } from '../../../src/service/platform/database/index.ts'
import { root, type BuiltPackage } from '../build-package.ts'
import { rate, type Bar, type RatedFigure } from '../figures/figure.ts'
import { cpuSeconds, peakMegabytes } from '../processes/read-usage.ts'
import { startService } from '../processes/start-service.ts'
import type { Part } from './part.ts'

type Description = { slug: string; path: string; pauseBar?: Bar; memoryBar?: Bar }

/** Where `npm run test:github` keeps it. */
const githubCache = join(root, '.cache/octokit')
const figma = join(root, 'node_modules/@figma/rest-api-spec/openapi/openapi.yaml')

/** Its objects lead to each other, so that every answer leads to all of them. */
const dense: Description = {
  slug: 'stripe',
  path: collectedData('apis/stripe.json'),
  pauseBar: { of: 'value', atMost: 50 },
  memoryBar: { of: 'value', atMost: 300 },
}

/** The largest usual ones, of many kinds: YAML and JSON, OpenAPI 3 and Swagger 2. */
const nine = [
  'stripe.json',
  'datadog.yaml',
  'openai.yaml',
  'zoom.json',
  'jira.json',
  'square.json',
  'xero.yaml',
  'asana.yaml',
  'pagerduty.json',
]

/**
 * How long large descriptions take to import, how long the service stands still for others
 * meanwhile, and what the imports cost.
 */
export const measureImport: Part = async (built, say) => {
  const github = existsSync(githubCache)
    ? (await readdir(githubCache)).find((name) => name.endsWith('.json'))
    : undefined
  const [slug, path] = github ? ['github', join(githubCache, github)] : ['figma', figma]
  const first = await measureOne(built, say, { slug, path })
  return [
    ...first.figures,
    ...(hasCollected('apis/stripe.json', "the import of Stripe's description is measured")
      ? compareDense(await measureOne(built, say, dense), { slug, ...first })
      : []),
    ...(hasCollected('apis', 'nine imports in a row are measured')
      ? await measureRow(built, say)
      : []),
  ]
}

type Measured = {
  figures: RatedFigure[]
  cpuMsPerOperation: number | undefined
  storedMegabytes: number
  searchSeconds: number
}

/** What a description costs whose tools lead to the same definitions, beside a usual one. */
const compareDense = (dense: Measured, usual: Measured & { slug: string }): RatedFigure[] => [
  ...dense.figures,
  rate({
    name: 'stored of its tools and their definitions',
    ours: { value: dense.storedMegabytes, unit: 'MB' },
    bar: { of: 'value', atMost: 5 },
  }),
  ...(dense.cpuMsPerOperation === undefined || usual.cpuMsPerOperation === undefined
    ? []
    : [
        rate({
          name: 'CPU of it for each operation',
          ours: { value: dense.cpuMsPerOperation, unit: 'ms' },
          reference: { value: usual.cpuMsPerOperation, unit: 'ms', name: usual.slug },
          bar: { of: 'ratio', atMost: 1.5 },
        }),
      ]),
  rate({
    name: 'first search after it',
    ours: { value: dense.searchSeconds, unit: 's' },
    bar: { of: 'value', atMost: 0.5 },
  }),
]

/** What stays of one import counts when the next ones follow. */
const measureRow = async (
  built: BuiltPackage,
  say: (text: string) => void,
): Promise<RatedFigure[]> => {
  const service = await startService(built)
  try {
    const [started, cpuBefore = 0] = [performance.now(), cpuSeconds(service.pid)]
    const counts: number[] = []
    for (const file of nine) {
      const slug = file.replace(/\..*/, '')
      say(`description: importing ${slug}, ${counts.length + 1} of ${nine.length} in a row`)
      const openapi = await readFile(collectedData(`apis/${file}`), 'utf8')
      const { made } = await importAndWait(service.client, {
        slug,
        source: { openapi },
        auth: { scheme: 'BEARER_TOKEN' },
      })
      counts.push(made)
    }
    const seconds = (performance.now() - started) / 1000
    const cpu = cpuSeconds(service.pid)
    const peak = peakMegabytes(service.pid)
    const tools = counts.reduce((sum, count) => sum + count, 0)
    return [
      rate({
        name: 'nine imports in a row',
        ours: { value: seconds, unit: 's' },
        note: `${tools} tools`,
      }),
      ...(cpu === undefined || peak === undefined
        ? []
        : [
            rate({ name: 'CPU of them', ours: { value: cpu - cpuBefore, unit: 's' } }),
            rate({
              name: 'most memory of the service during them',
              ours: { value: peak, unit: 'MB' },
            }),
          ]),
    ]
  } finally {
    await service.stop()
  }
}

const measureOne = async (
  built: BuiltPackage,
  say: (text: string) => void,
  { slug, path, pauseBar, memoryBar }: Description,
): Promise<Measured> => {
  say(`description: importing ${slug}`)
  const openapi = await readFile(path, 'utf8')
  const service = await startService(built, { reportsPauses: true })
  try {
    await service.ask('reset')
    const [started, cpuBefore = 0] = [performance.now(), cpuSeconds(service.pid)]
    const { operations, made, skipped } = await importAndWait(service.client, {
      slug,
      source: { openapi },
      auth: { scheme: 'BEARER_TOKEN' },
    })
    const seconds = (performance.now() - started) / 1000
    const cpu = cpuSeconds(service.pid)
    const peak = peakMegabytes(service.pid)
    const pauseMs = Number(await service.ask('read cpu'))
    const searched = performance.now()
    await service.client.tools.list({ query: { search: 'create a customer', limit: 5 } })
    const searchSeconds = (performance.now() - searched) / 1000
    const advice = slug === 'figma' ? "; `npm run test:github` fetches GitHub's description" : ''
    const figures = [
      rate({
        name: `import of ${slug}'s description`,
        ours: { value: seconds, unit: 's' },
        ...(slug === 'github' && { bar: { of: 'value' as const, atMost: 10 } }),
        note: `${(openapi.length / 1e6).toFixed(1)} MB, ${operations} operations, ${made} tools, ${skipped.length} skipped${advice}`,
      }),
      rate({
        name: 'longest pause of the event loop during it, in CPU time',
        ours: { value: pauseMs, unit: 'ms' },
        ...(pauseBar && { bar: pauseBar }),
      }),
      ...(cpu === undefined || peak === undefined
        ? []
        : [
            rate({ name: 'CPU of it', ours: { value: cpu - cpuBefore, unit: 's' } }),
            rate({
              name: 'most memory of the service during it',
              ours: { value: peak, unit: 'MB' },
              ...(memoryBar && { bar: memoryBar }),
            }),
          ]),
    ]
    return {
      figures,
      cpuMsPerOperation: cpu === undefined ? undefined : ((cpu - cpuBefore) * 1000) / operations,
      storedMegabytes: await storedMegabytes(service.folder),
      searchSeconds,
    }
  } finally {
    await service.stop()
  }
}

const storedMegabytes = async (folder: string): Promise<number> => {
  const database = openSqlite(join(folder, 'plugboard.db'))
  try {
    const { rows } = await sql<{ bytes: number }>`
      select sum(length(cast(document as blob))) as bytes from tool_documents`.execute(
      database.handle,
    )
    return (rows[0]?.bytes ?? 0) / 1e6
  } finally {
    await database.close()
  }
}
