import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '../../../src/client/index.ts'
import { readConfig, startService } from '../../../src/service/index.ts'
import { collectedDescription } from '../../catalogue/descriptions.ts'
import { readRecipe, recipeSlugs } from '../../catalogue/read-recipe.ts'
import { startDescriptionHost } from '../../support/start-description-host.ts'

/**
 * `npm run bench:catalogue [-- --only gmail,slack] [-- --graph]`: what it costs to add each toolkit
 * of the catalogue from the copy of its description, in seconds of CPU of all threads, and the time
 * until it is added. The official addresses are those of a server on loopback here, which has the
 * collected descriptions.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, graph: { type: 'boolean', default: false } },
})

const largest = new Set(['excel', 'microsoft_teams', 'one_drive', 'outlook', 'sharepoint'])
const isWanted = (slug: string): boolean =>
  values.only === undefined
    ? values.graph || !largest.has(slug)
    : values.only.split(',').includes(slug)

const limitSeconds = 5

const folder = await mkdtemp(join(tmpdir(), 'plugboard-bench-catalogue-'))
const host = await startDescriptionHost()
const recipes: string[] = []
for (const slug of recipeSlugs.filter(isWanted)) {
  const recipe = readRecipe(slug)
  const { description } = recipe
  const path = description.kind === 'none' ? undefined : collectedDescription(slug)
  if (description.kind === 'mcp' || (description.kind !== 'none' && path === undefined)) continue
  if (path !== undefined) host.publish(`/${slug}`, readFileSync(path))
  const at = path === undefined ? {} : { urls: [`${host.url}/${slug}`] }
  await writeFile(
    join(folder, `${slug}.yaml`),
    JSON.stringify({ ...recipe, description: { ...description, ...at } }),
  )
  recipes.push(slug)
}

const service = await startService({
  ...readConfig({
    PLUGBOARD_DATA: folder,
    PLUGBOARD_PORT: '0',
    PLUGBOARD_LOG_LEVEL: 'warn',
    PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
    PLUGBOARD_EGRESS_ALLOW: `import@${host.host}`,
  }),
  recipeFolder: folder,
  extraCa: readFileSync(
    new URL('../../support/certificates/authority.pem', import.meta.url),
    'utf8',
  ),
})
const client = createClient({
  baseUrl: service.url,
  apiKey: service.firstKeys?.apiKey ?? '',
  retries: 0,
})

const add = async (slug: string) => {
  const before = process.cpuUsage()
  const start = performance.now()
  const { imports } = await client.toolkits.add({ body: { toolkits: [slug] } })
  const [{ id } = { id: '' }] = imports
  for (;;) {
    const { report, error } = await client.toolkits.getImport({ params: { id } })
    if (error !== null) throw new Error(`${slug}: ${error}`)
    const { user, system } = process.cpuUsage(before)
    if (report)
      return { cpu: (user + system) / 1e6, taken: (performance.now() - start) / 1000, report }
    await wait(10)
  }
}

const rows: Record<string, unknown>[] = []
try {
  for (const slug of recipes) {
    const fetched = await add(slug)
    // What it holds is shared with its earlier versions, and made again without one.
    await client.toolkits.delete({ params: { slug } })
    await wait(200)
    const asked = host.requests.length
    const { cpu, taken, report } = await add(slug)
    if (host.requests.length > asked) throw new Error(`${slug} was fetched again`)
    rows.push({
      slug,
      tools: report.made,
      'first, CPU s': fetched.cpu.toFixed(2),
      'from the copy, CPU s': cpu.toFixed(2),
      'from the copy, s': taken.toFixed(2),
      bar: cpu <= limitSeconds ? '' : `above ${limitSeconds} s`,
    })
    console.error(`${slug}: ${cpu.toFixed(2)} s CPU, ${taken.toFixed(2)} s`)
  }
} finally {
  console.table(
    rows.toSorted((a, b) => Number(b['from the copy, CPU s']) - Number(a['from the copy, CPU s'])),
  )
  await service.close()
  await host.close()
  await rm(folder, { recursive: true })
}
if (rows.some(({ bar }) => bar !== '')) process.exitCode = 1
