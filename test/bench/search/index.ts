import { parseArgs } from 'node:util'
import { toTable, toVerdict } from '../figures/print-table.ts'
import { readSearchData } from './data.ts'
import { measureFolds } from './folds/index.ts'
import { toFoldTable } from './folds/print-folds.ts'
import { toPeer, type Engine, type Peer } from './engines/engine.ts'
import { fts5 } from './engines/fts5.ts'
import { minisearch } from './engines/minisearch.ts'
import { orama } from './engines/orama.ts'
import { plugboard } from './engines/plugboard.ts'
import { toQualityTable } from './print-quality.ts'
import { measureQuality, type QualityRow, type Scope } from './quality.ts'
import { measureScale } from './scale.ts'
import { measureSpeed } from './speed.ts'
import { measureRealApis } from './real-apis/index.ts'
import { readGuides } from './real-apis/read-guides.ts'
import { toCaseTable, toFieldTable, toSetTable } from './real-apis/print-cases.ts'
import { tunePeer } from './tune-peer.ts'

const help = `How well and how fast the tool search ranks, beside MiniSearch, Orama and SQLite FTS5.

  npm run bench:search -- --data <folder> [--only quality|speed|scale] [--scope scoped|merged] [--engines plugboard,fts5] [--folds] [--tune] [--json]
  npm run bench:search -- --real [--locked] [--fresh] [--featured] [--engines plugboard,fts5] [--tune]

--real asks the use cases of test/bench/search/real-apis over imported APIs; it needs the collected descriptions in TEST_DATA. plugboard is the ranking by words, session what a session answers; PLUGBOARD_EMBEDDING=local adds the local model to sessions. --locked adds those that nobody who works on the ranking has seen, --fresh those that were written after the tuning, --featured those for the featured tools of every recipe.
The folder holds two files with one JSON object on each line; your own catalogue and queries will do:
  tools.jsonl    {"id": "TRACKER_LIST_ISSUES", "toolkit": "tracker", "name": "List issues", "description": "…", "parameters": {JSON Schema}, "source"?: "mine"}
  queries.jsonl  {"id": "q1", "query": "which bugs are open?", "gold": ["TRACKER_LIST_ISSUES"], "source"?: "mine"}

scoped searches the tools of the query's own source, merged all. MACRO is the plain mean over the sources of queries.
--folds leaves each catalogue out in turn, chooses the ranking's numbers by the others and the use cases over real APIs, and measures the one left out beside the best of the other engines, which are fitted to all; it takes a quarter of an hour.
--tune looks for the settings with which the other engines do best on the data, and takes them in place of those in test/bench/search/engines.
Catalogues larger than the data are the same tools again under other names.`

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    scope: { type: 'string' },
    engines: { type: 'string' },
    tune: { type: 'boolean', default: false },
    folds: { type: 'boolean', default: false },
    real: { type: 'boolean', default: false },
    locked: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    featured: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const choose = <Name extends string>(
  option: string,
  given: string | undefined,
  known: readonly Name[],
): Name[] => {
  const names = given?.split(',').map((name) => name.trim()) ?? [...known]
  const unknown = names.find((name) => !known.includes(name as Name))
  if (unknown !== undefined)
    throw new Error(`--${option} has no ${unknown}; choose from ${known.join(', ')}`)
  return known.filter((name) => names.includes(name))
}

const peers = { minisearch, orama, fts5 }

const chooseEngines = () =>
  choose('engines', values.engines, ['plugboard', 'minisearch', 'orama', 'fts5'])

const say = (text: string) =>
  console.error(`[${(performance.now() / 1000).toFixed(0).padStart(3)} s] ${text}`)

const runRealApis = async (): Promise<void> => {
  const names = chooseEngines()
  const results = await measureRealApis({
    locked: values.locked,
    fresh: values.fresh,
    featured: values.featured,
    tune: values.tune,
    plugboard: names.includes('plugboard'),
    peers: names.flatMap((name) => (name === 'plugboard' ? [] : [peers[name]])),
    say,
  })
  if (results === undefined) return
  if (values.json) console.log(JSON.stringify(results))
  else
    console.log(
      `${toSetTable(results)}\n\nBy kind\n\n${toCaseTable(results)}\n\nFirst and first five by field\n\n${toFieldTable(results)}`,
    )
}

const run = async (folder: string): Promise<void> => {
  const parts = choose('only', values.only, ['quality', 'speed', 'scale'])
  const scopes: Scope[] = choose('scope', values.scope, ['scoped', 'merged'])
  const names = chooseEngines()

  const data = await readSearchData(folder)
  // First scale: what the other parts leave behind for the garbage collector would be counted as
  // freed.
  const scale = parts.includes('scale') ? await measureScale(data, 100_000, say) : []
  const rows: QualityRow[] = []
  const others: Peer[] = []
  if (parts.includes('quality') || values.folds)
    for (const name of names)
      if (name !== 'plugboard')
        others.push(
          values.tune
            ? toPeer({ ...peers[name], ...(await tunePeer(peers[name], data, say)) })
            : peers[name],
        )
  const engines: Engine[] = [...(names.includes('plugboard') ? [plugboard] : []), ...others]
  if (parts.includes('quality')) {
    for (const scope of scopes) {
      for (const engine of engines) {
        say(`ranking ${data.queries.length} queries with ${engine.name}, ${scope}`)
        rows.push(...(await measureQuality(engine, scope, data)))
      }
    }
  }
  const guides = values.folds ? await readGuides(say) : undefined
  const folds = guides ? await measureFolds(data, others, guides, say) : []
  const speed = parts.includes('speed') ? await measureSpeed(data, [10_000, 100_000], say) : []
  const figures = [...speed, ...scale]

  if (values.json) return console.log(JSON.stringify({ quality: rows, folds, figures }))
  console.log(`${data.tools.length} tools, ${data.queries.length} queries`)
  if (rows.length > 0) console.log(`\n${toQualityTable(rows)}`)
  if (folds.length > 0) console.log(`\nEach catalogue searched alone\n\n${toFoldTable(folds)}`)
  if (figures.length > 0)
    console.log(
      `\nLarge catalogues: the ${data.tools.length} tools, then renamed copies of them\n\n${toTable(figures)}\n\n${toVerdict(figures)}`,
    )
}

if (values.real && !values.help) await runRealApis()
else if (values.help || values.data === undefined) {
  console.log(help)
  process.exitCode = values.help ? 0 : 1
} else await run(values.data)
