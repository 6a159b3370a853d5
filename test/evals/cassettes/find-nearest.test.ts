import { expect, test } from 'vitest'
import { findNearest } from '../../../src/evals/cassettes/find-nearest.ts'
import type { ModelRequest } from '../../../src/evals/cassettes/model-request.ts'
import { textSimilarity } from '../../../src/evals/cassettes/text-similarity.ts'
import { verifies } from '../../requirements.ts'

const request = (...contents: string[]): { request: ModelRequest } => ({
  request: {
    model: 'small',
    messages: contents.map((content, index) => ({
      role: index === 0 ? 'system' : 'user',
      content,
    })),
    tools: [],
    settings: {},
  },
})

const recorded = [
  request('Be brief.', 'Say hi'),
  request('Be brief.', 'Open an urgent issue: the door is broken'),
  request('Be brief.', 'Open an urgent issue: the window is broken'),
  request('Be brief.', 'List my issues'),
]

test.each([
  ['one other word', request('Be brief.', 'Open an important issue: the door is broken'), 1],
  ['another first message', request('Be very brief.', 'List all my issues'), 3],
  ['another message at the beginning', request('Hello.', 'Open an urgent issue: the window'), 2],
  ['nothing in common', request('Be brief.', 'Hi!'), 0],
])('the nearest recording has the most similar texts: %s', (_what, asked, index) => {
  verifies('evals.miss')
  expect(findNearest(asked.request, recorded)).toBe(recorded[index])
})

test('long texts and many recordings are compared within bounds', () => {
  verifies('evals.miss')
  const long = (end: string) =>
    request('Be brief.', `${'All of this is old. '.repeat(50_000)}${end}`)
  const many = Array.from({ length: 3000 }, (_, index) => long(`Number ${index}`))

  expect(findNearest(long('Number 123').request, many.slice(0, 200))).toBe(many[123])
  expect(findNearest(long('Number 7').request, many)).toBe(many[7])
  expect(textSimilarity('')('')).toBe(1)
  expect(textSimilarity('abc')('xyz')).toBe(0)
})
