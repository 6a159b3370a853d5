import { expect, test } from 'vitest'
import { defineCases } from '../../../src/evals/cases/define-cases.ts'
import { parseCases } from '../../../src/evals/cases/parse-cases.ts'
import { verifies } from '../../requirements.ts'

test('cases of code are what files of the same content are, and may be a file', () => {
  verifies('evals.cases.forms')
  const isShort = (title: unknown) => String(title).length < 10
  const cases = defineCases([
    {
      id: 'one',
      input: 'Open an issue',
      tools: ['TRACKER_CREATE_ISSUE'],
      expect: { calls: [{ tool: 'TRACKER_CREATE_ISSUE', arguments: { title: isShort } }] },
    },
    { id: 'two', user: { says: ['Hi', 'Thanks'] }, expect: { noCall: true } },
  ])
  expect(cases).toEqual([
    {
      id: 'one',
      messages: [{ role: 'user', content: 'Open an issue' }],
      tools: ['TRACKER_CREATE_ISSUE'],
      expect: { calls: [{ tool: 'TRACKER_CREATE_ISSUE', arguments: { title: isShort } }] },
    },
    {
      id: 'two',
      messages: [],
      tools: [],
      user: { says: ['Hi', 'Thanks'] },
      expect: { noCall: true },
    },
  ])
  expect(parseCases(cases, 'cases.ts')).toEqual(cases)
  expect(() => defineCases([{ id: 'three', expect: {} }])).toThrow('case "three": input')
})
