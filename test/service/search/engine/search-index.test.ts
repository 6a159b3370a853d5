import { expect, test } from 'vitest'
import {
  addTools,
  buildSegment,
  compact,
  createSearchIndex,
  createSegmentBuilder,
  fromBytes,
  isFragmented,
  joinIndexes,
  removeTools,
  search,
  toBytes,
  type SearchIndex,
} from '../../../../src/service/search/engine/index.ts'
import { verifies } from '../../../requirements.ts'
import { find, index, tool, tools } from './catalogue.ts'

const useCases = [
  'list issues in the tracker',
  'send a message to the channel',
  'find a movie, and then post a message',
  'add an event to gcal',
  'create a calender evnt',
  'weather',
]

const answer = (searched: SearchIndex, useCase: string) => {
  const { judge, ...found } = search(searched, { useCase, limit: 10, relatedLimit: 5 })
  return { ...found, fits: judge(found.primary) }
}

const answers = (searched: SearchIndex) => useCases.map((useCase) => answer(searched, useCase))

test('ranks and scores alike however the index is cut', () => {
  verifies('search.segments')
  const oneEach = createSearchIndex(tools.map((one) => buildSegment([one])))
  const added = tools.reduce((grown, one) => addTools(grown, [one]), createSearchIndex())
  const joined = joinIndexes(
    createSearchIndex([buildSegment(tools.slice(7))]),
    createSearchIndex([buildSegment(tools.slice(0, 7))]),
  )

  for (const cut of [oneEach, added, joined]) expect(answers(cut)).toEqual(answers(index))
})

test('a tool that is removed is not found, and one that is added again has its new text', () => {
  const without = removeTools(index, ['TRACKER_LIST_ISSUES', 'NO_SUCH_TOOL'])
  const renewed = addTools(index, [tool('TRACKER_LIST_ISSUES', 'Answers which penguins there are')])

  expect(without.count).toBe(tools.length - 1)
  expect(find('list issues in the tracker', {}, without)).not.toContain('TRACKER_LIST_ISSUES')
  expect(renewed.count).toBe(tools.length)
  expect(find('penguins', {}, renewed)).toEqual(['TRACKER_LIST_ISSUES'])
  expect(find('list issues in the tracker')[0]).toBe('TRACKER_LIST_ISSUES')
})

test('the last of a list of tools with one slug counts', () => {
  const twice = addTools(createSearchIndex(), [tool('A_ONE', 'walrus'), tool('A_ONE', 'penguin')])

  expect(twice.count).toBe(1)
  expect(find('penguin', {}, twice)).toEqual(['A_ONE'])
  expect(find('walrus', {}, twice)).toEqual([])
})

test('small segments and removed tools are cleared up, which changes no answer', () => {
  const extra = Array.from({ length: 300 }, (_, at) =>
    tool(`EXTRA_THING_${at}`, `Handles thing number ${at}`),
  )
  let grown = extra.reduce((before, one) => addTools(before, [one]), index)
  expect(grown.segments.length).toBeLessThan(60)

  grown = removeTools(
    grown,
    extra.map(({ slug }) => slug),
  )
  for (let step = 0; isFragmented(grown); step++) {
    expect(step).toBeLessThan(100)
    grown = compact(grown)
  }

  expect(grown.count).toBe(tools.length)
  expect(grown.size).toBe(tools.length)
  expect(answers(grown)).toEqual(answers(index))
})

test('a segment comes back from its bytes as it was', () => {
  const segment = buildSegment(tools)
  const bytes = toBytes(segment)
  const copy = fromBytes(bytes)

  expect(copy).toEqual(segment)
  expect(answers(createSearchIndex([copy]))).toEqual(answers(index))
  expect(answers(createSearchIndex([structuredClone(segment)]))).toEqual(answers(index))
})

test.each([
  ['cut off', (bytes: Uint8Array) => bytes.slice(0, -5)],
  [
    'of another format',
    (bytes: Uint8Array) =>
      new TextEncoder().encode(
        new TextDecoder().decode(bytes).replace('plugboard-search', 'other-search'),
      ),
  ],
  ['no segment at all', () => new TextEncoder().encode('hello')],
  ['empty', () => new Uint8Array()],
])('bytes that are %s are refused', (_, damage) => {
  expect(() => fromBytes(damage(toBytes(buildSegment(tools))))).toThrow(/segment/)
})

test('a builder takes tools one by one', () => {
  const builder = createSegmentBuilder()
  for (const one of tools) builder.add(one)

  expect(builder.count).toBe(tools.length)
  expect(builder.finish()).toEqual(buildSegment(tools))
})

test('an empty index answers nothing', () => {
  for (const empty of [createSearchIndex(), createSearchIndex([buildSegment([])])])
    expect(answer(empty, 'list issues')).toMatchObject({ primary: [], fits: false, related: [] })
})
