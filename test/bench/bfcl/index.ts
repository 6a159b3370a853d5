import { parseArgs } from 'node:util'
import { bfclFolder, readSets } from '../../evals/cases/readers/bfcl/bfcl-sets.ts'
import { measureSet, type Count } from '../../evals/cases/readers/bfcl/measure-set.ts'
import { mutationNames } from '../../evals/cases/readers/bfcl/mutations.ts'
import { alignRows } from '../figures/print-table.ts'

/**
 * `npm run bench:bfcl [-- --data folder]`: how each answer of the sets scores against itself, and
 * how each spoilt one does, by BFCL's rules. Exits with 1 when a right answer fails or a spoilt one
 * passes.
 */
const { values } = parseArgs({ options: { data: { type: 'string', default: bfclFolder } } })

const figures = readSets(values.data).map((set) => measureSet(set))
if (figures.length === 0)
  console.warn(
    `Skipped: the sets of the Berkeley Function Calling Leaderboard are not at ${values.data}`,
  )

const toText = ({ passed, of }: Count): string =>
  of === 0 ? '-' : `${((100 * passed) / of).toFixed(1)} % of ${of}`
const rows = figures.map(({ category, cases, itself, mutations }) => [
  category,
  String(cases),
  toText(itself),
  ...mutationNames.map((name) => toText(mutations[name])),
])
console.log(
  `Passed, by BFCL's rules\n\n${alignRows([['category', 'cases', 'itself', 'required argument dropped', 'value changed', 'name swapped', 'call added'], ...rows])}`,
)

for (const { category, notExpressed } of figures)
  for (const { id, what } of notExpressed) console.log(`not expressed: ${category}, ${id}: ${what}`)

const wrong = figures.flatMap(({ itself, mutations }) =>
  [itself, ...Object.values(mutations)].flatMap((count) => count.wrong),
)
for (const id of new Set(wrong)) console.log(`!!! judged wrongly: ${id}`)
if (wrong.length > 0) process.exitCode = 1
