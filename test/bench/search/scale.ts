import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  addTools,
  createSearchIndex,
  createSegmentBuilder,
  fromBytes,
  removeTools,
  search,
  toBytes,
  type SearchIndex,
  type Segment,
} from '../../../src/service/search/engine/index.ts'
import { rate, type RatedFigure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { measureCpu } from './cpu-time.ts'
import { enlarge, type SearchData } from './data.ts'
import { toSearchable } from './engines/plugboard.ts'

const segmentSize = 1000
const sliceMs = 8
const bytesPerMb = 1_048_576

/** What it takes to index many tools, to keep the index, and to change it by one tool. */
export const measureScale = async (
  { tools }: SearchData,
  size: number,
  say: (text: string) => void,
): Promise<RatedFigure[]> => {
  await buildInSlices(enlarge(tools, 5000))
  say(`indexing ${size} tools`)
  const before = usedMemory()
  const built = await buildInSlices(enlarge(tools, size))
  const index = createSearchIndex(built.segments)
  search(index, { useCase: 'list the open issues', limit: 10 })
  removeTools(index, ['NO_SUCH_TOOL'])
  const memory = usedMemory() - before
  const change = await changeOne(index)
  const snapshot = await measureCpu(() =>
    built.segments.map((segment) => fromBytes(toBytes(segment))),
  )
  return [
    rate({
      name: `longest slice while ${size} tools are indexed`,
      ours: { value: built.longest, unit: 'ms' },
      bar: { of: 'value', atMost: 50 },
      note: `slices of ${sliceMs} ms, a segment finished every ${segmentSize} tools; in processor time, which some machines count in steps of 10 ms`,
    }),
    rate({
      name: `memory of ${size} tools`,
      ours: { value: memory / bytesPerMb, unit: 'MB' },
      bar: { of: 'value', atMost: 300 },
    }),
    rate({
      name: 'adding one tool',
      ours: { value: change.add, unit: 'ms' },
      reference: { name: `build of ${size}`, value: built.total, unit: 'ms' },
      bar: { of: 'ratio', atMost: 0.001 },
    }),
    rate({
      name: 'removing one tool',
      ours: { value: change.remove, unit: 'ms' },
      reference: { name: `build of ${size}`, value: built.total, unit: 'ms' },
      bar: { of: 'ratio', atMost: 0.001 },
    }),
    rate({
      name: 'from index to bytes and back',
      ours: { value: snapshot.ms, unit: 'ms' },
      reference: { name: `build of ${size}`, value: built.total, unit: 'ms' },
    }),
  ]
}

const buildInSlices = async (
  tools: ReturnType<typeof enlarge>,
): Promise<{ segments: Segment[]; longest: number; total: number }> => {
  const segments: Segment[] = []
  let builder = createSegmentBuilder()
  let longest = 0
  let total = 0
  /** Adds tools for as long as a slice may take; false when there are no more. */
  const addSome = (): boolean => {
    const end = performance.now() + sliceMs
    while (performance.now() < end) {
      const { done, value } = tools.next()
      if (!done) builder.add(toSearchable(value))
      if (builder.count === segmentSize || (done && builder.count > 0)) {
        segments.push(builder.finish())
        builder = createSegmentBuilder()
        return !done
      }
      if (done) return false
    }
    return true
  }
  for (let more = true; more;) {
    const { value, ms } = await measureCpu(addSome)
    more = value
    longest = Math.max(longest, ms)
    total += ms
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { segments, longest, total }
}

/** Each change is made often, so that what is put off (merging small segments) is in the mean. */
const changeOne = async (index: SearchIndex): Promise<{ add: number; remove: number }> => {
  const tool = (at: number) => ({
    slug: `BENCH_ADDED_${at}`,
    name: `Added ${at}`,
    toolkit: 'bench',
    description: 'Adds something to the list of a project and answers what became of it',
    parameters: [{ name: 'project_id', required: true }],
  })
  const rounds: { add: number; remove: number }[] = []
  for (let round = 0; round < 5; round++) {
    let changed = index
    const { ms: add } = await measureCpu(() => {
      for (let at = 0; at < 200; at++) changed = addTools(changed, [tool(at)])
    })
    const { ms: remove } = await measureCpu(() => {
      for (let at = 0; at < 200; at++) changed = removeTools(changed, [`BENCH_ADDED_${at}`])
    })
    rounds.push({ add: add / 200, remove: remove / 200 })
  }
  return {
    add: median(rounds.map(({ add }) => add)),
    remove: median(rounds.map(({ remove }) => remove)),
  }
}

const usedMemory = (): number => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
