import { readFileSync } from 'node:fs'
import { getEncoding } from 'js-tiktoken'
import { compileSchema } from '../../../src/schema/index.ts'
import { importDiscovery, isDiscovery } from '../../../src/service/catalog/discovery/index.ts'
import { importOpenApi } from '../../../src/service/catalog/openapi/index.ts'
import { noMetrics } from '../../../src/service/platform/metrics/index.ts'
import { createProjector } from '../../../src/service/platform/projection/index.ts'
import { createTextParser } from '../../../src/service/platform/untrusted-text/index.ts'
import { toData } from '../../../src/service/execution/read-response.ts'
import { toPreview } from '../../../src/service/sessions/results/to-preview.ts'
import { defaultOffloadThreshold } from '../../../src/service/sessions/to-config.ts'
import { collectedData, hasCollected } from '../../support/collected-data.ts'
import { withDefinitions } from '../../support/with-definitions.ts'
import { median } from '../figures/median.ts'
import { alignRows } from '../figures/print-table.ts'
import { calls, type MeasuredCall } from './apis.ts'
import { generateAnswer } from './generate-answer.ts'
import { printTasks } from './tasks/index.ts'

/**
 * `npm run bench:tokens`: how many tokens (o200k_base) the answers of ten APIs cost a model as they
 * came, with a projection, and as a preview. The answers are generated from the response schemas of
 * public descriptions, a page of 25 items each. Then what ten tasks cost, by how tools are given.
 */
const encoding = getEncoding('o200k_base')
const tokensOf = (value: unknown): number => encoding.encode(JSON.stringify(value)).length
const texts = createTextParser({ metrics: noMetrics })
const projector = createProjector()

const answerOf = async ({ file, tool: slug }: MeasuredCall) => {
  const document = await texts.parseDocument(readFileSync(collectedData(`apis/${file}`)))
  const load = isDiscovery(document) ? importDiscovery : importOpenApi
  const { toolkit } = await load(document, { slug: file.replace(/\..*$/, '') })
  const tool = toolkit.tools.find((each) => each.slug === slug)
  if (!tool) throw new Error(`${file} has no tool ${slug}`)
  const { outputParameters } = withDefinitions(tool)
  const data = toData(generateAnswer(outputParameters))
  return { data, fits: compileSchema(outputParameters).validate(data).ok }
}

const measure = async (call: MeasuredCall) => {
  const { data, fits } = await answerOf(call)
  const size = JSON.stringify(data).length
  const selected = toData(await projector.project('bench', call.select, data))
  const [first] = Object.values(selected).flat()
  if (typeof first !== 'object' || first === null || Object.values(first).includes(null))
    throw new Error(`${call.tool}: the answer lacks what is selected: ${JSON.stringify(first)}`)
  const shown =
    size > defaultOffloadThreshold ? toPreview(data, size, `res_${'0'.repeat(26)}`) : data
  return {
    tool: call.tool,
    fits,
    whole: tokensOf(data),
    selected: tokensOf(selected),
    shown: tokensOf(shown),
  }
}

const measured = []
if (hasCollected('apis', 'tokens of answers'))
  for (const call of calls) measured.push(await measure(call))
await texts.close()
await projector.close()

const times = (whole: number, part: number): string => `${(whole / part).toFixed(1)}x`
const rows = measured.map(({ tool, whole, selected, shown }) => [
  tool,
  String(whole),
  String(selected),
  times(whole, selected),
  String(shown),
  times(whole, shown),
])
const heads = ['answer of', 'whole', 'select', 'less', 'preview', 'less']
if (measured.length > 0)
  console.log(
    [
      'Tokens (o200k_base) of answers, generated from response schemas, 25 items each',
      '',
      alignRows([heads, ...rows]),
      '',
      `${measured.filter(({ fits }) => fits).length} of ${measured.length} are valid against their schema; real answers may leave properties out`,
      `median: select ${median(measured.map(({ whole, selected }) => whole / selected)).toFixed(1)}x less, preview ${median(measured.map(({ whole, shown }) => whole / shown)).toFixed(1)}x less`,
    ].join('\n'),
  )

await printTasks()
