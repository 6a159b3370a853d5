import { parseArgs } from 'node:util'
import type { RatedFigure } from '../figures/figure.ts'
import { alignRows, toTable, toVerdict } from '../figures/print-table.ts'
import { collectedTools, readTools, type NamedSchema } from '../../schema/collected-tools.ts'
import { measureHeap } from './measure-heap.ts'
import { measureLossless } from './measure-lossless.ts'
import { measureProfiles } from './measure-profiles.ts'
import { measureSpeed } from './measure-speed.ts'
import { measureVerdicts } from './measure-verdicts.ts'
import { readGithubTools } from './read-github-tools.ts'

/**
 * `npm run bench:schema [-- --data tool-schemas.jsonl] [-- --github] [-- --only verdicts,speed] [--
 * --every 10]`: what conversions of real tool schemas lose, how they judge and what they cost, ours
 * beside the others. Exits with 1 when a bar of correctness is missed.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: collectedTools },
    github: { type: 'boolean', default: false },
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
  },
})
const say = (text: string) =>
  console.error(`[${(performance.now() / 1000).toFixed(0).padStart(3)} s] ${text}`)

const read = readTools(values.data)
if (read.length === 0)
  console.warn(`Skipped: the collected real tool schemas; they are not at ${values.data}`)
const github = values.github ? await readGithubTools() : []
const schemas: NamedSchema[] = [...read, ...github].filter(
  (_, index) => index % Number(values.every) === 0,
)
const titled = ([title, { rows, figures }]: [
  string,
  { rows: string[][]; figures: RatedFigure[] },
]) => {
  console.log(`${title}, ${schemas.length} schemas\n\n${alignRows(rows)}\n`)
  return figures
}

const speedOf = 1_000
const parts: Record<string, { isTimed: boolean; measure: () => Promise<RatedFigure[]> }> = {
  lossless: {
    isTimed: false,
    measure: async () => titled(['What reaches a model', await measureLossless(schemas, say)]),
  },
  verdicts: {
    isTimed: false,
    measure: async () =>
      titled(['Verdicts on samples and their mutations', measureVerdicts(schemas, 12, say)]),
  },
  profiles: { isTimed: false, measure: async () => measureProfiles(schemas) },
  speed: { isTimed: true, measure: () => measureSpeed(schemas, speedOf, say) },
  heap: { isTimed: true, measure: () => measureHeap(schemas, speedOf) },
}
const chosen = values.only?.split(',') ?? Object.keys(parts)
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0)
  throw new Error(
    `There is no part ${unknown.join(', ')}; choose from ${Object.keys(parts).join(', ')}`,
  )

const figures: { figure: RatedFigure; isTimed: boolean }[] = []
if (schemas.length > 0)
  for (const name of chosen) {
    const part = parts[name]
    for (const figure of (await part?.measure()) ?? [])
      figures.push({ figure, isTimed: part?.isTimed ?? false })
  }
const rated = figures.map(({ figure }) => figure)
if (rated.length > 0)
  console.log(
    `${toTable(rated, 'Times are CPU of one process, in turns; their ratios medians of the ratio within each round.')}\n\n${toVerdict(rated)}`,
  )
if (figures.some(({ figure, isTimed }) => !isTimed && figure.met === false)) process.exitCode = 1
