import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackage } from './build-package.ts'
import type { RatedFigure } from './figures/figure.ts'
import { toTable, toVerdict } from './figures/print-table.ts'
import { measureAccounts } from './parts/accounts.ts'
import { measureConsole } from './parts/console.ts'
import { measureDeliveries } from './parts/deliveries.ts'
import { measureDevReady } from './parts/dev-ready.ts'
import { measureExecute } from './parts/execute.ts'
import { measureImport } from './parts/import-description.ts'
import { measureImports } from './parts/imports.ts'
import { measureInstalledSize } from './parts/installed-size.ts'
import { measureLists } from './parts/lists.ts'
import { measureMcp } from './parts/mcp.ts'
import { measureMemory } from './parts/memory.ts'
import { measureMixedProject } from './parts/mixed-project.ts'
import { measureNodes } from './parts/nodes.ts'
import type { Part } from './parts/part.ts'
import { measurePolls } from './parts/polls.ts'
import { measureSearchService } from './parts/search-service.ts'

/**
 * `npm run bench [-- --only imports,execute] [-- --json]`: what the built package costs, each
 * figure beside what it is held against.
 */
const parts: Record<string, Part> = {
  imports: measureImports,
  size: measureInstalledSize,
  ready: measureDevReady,
  console: measureConsole,
  memory: measureMemory,
  description: measureImport,
  execute: measureExecute,
  mixed: measureMixedProject,
  lists: measureLists,
  accounts: measureAccounts,
  nodes: measureNodes,
  polls: measurePolls,
  deliveries: measureDeliveries,
  search: measureSearchService,
  mcp: measureMcp,
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
})
const chosen = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(parts)
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(
    `There is no part ${unknown.join(', ')}; choose from ${Object.keys(parts).join(', ')}`,
  )

const say = (text: string) =>
  console.error(`[${(performance.now() / 1000).toFixed(0).padStart(3)} s] ${text}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const folder = await mkdtemp(join(tmpdir(), 'plugboard-bench-'))
const figures: RatedFigure[] = []
try {
  say('building and packing')
  const built = await buildPackage(folder)
  for (const name of chosen) figures.push(...((await parts[name]?.(built, say)) ?? []))
} finally {
  await rm(folder, { recursive: true, force: true })
}

const machine = {
  node: process.version,
  cpus: cpus().length,
  model: cpus()[0]?.model.trim() ?? 'unknown',
}
if (values.json) console.log(JSON.stringify({ machine, figures }))
else
  console.log(
    `Node ${machine.node}, ${machine.cpus} cores (${machine.model})\n\n${toTable(figures)}\n\n${toVerdict(figures)}`,
  )
