import { describe, expect, it } from 'vitest'
import { readBfcl } from '../../../../../src/evals/cases/index.ts'
import { isPassed, scoreExpected } from '../../../../../src/evals/scorers/index.ts'
import type { CaseTool } from '../../../../../src/evals/types.ts'
import { verifies } from '../../../../requirements.ts'
import { hasCollected } from '../../../../support/collected-data.ts'
import { isThorough } from '../../../../support/thorough.ts'
import { toRun } from '../../../to-run.ts'
import { readSets } from './bfcl-sets.ts'
import { measureSet } from './measure-set.ts'

const question = (id: string, functions: unknown[]) =>
  JSON.stringify({ id, question: [[{ role: 'user', content: 'Please' }]], function: functions })
const area = {
  name: 'shapes.area',
  description: 'Area of a shape',
  parameters: {
    type: 'dict',
    properties: {
      base: { type: 'float' },
      corner: { type: 'tuple', items: { type: 'float' } },
      unit: { type: 'string', default: 'cm' },
      options: { type: 'dict', properties: { rounded: { type: 'boolean' } } },
    },
    required: ['base', 'unit'],
  },
}
const own = {
  category: 'own',
  questions: [question('own_1', [area]), question('own_2', [area]), question('own_3', [area])].join(
    '\n',
  ),
  answers: [
    {
      id: 'own_1',
      ground_truth: [
        {
          'shapes.area': {
            base: [2, 2.5],
            unit: ['cm^2', ''],
            corner: [[1, 2], ''],
            options: [{ rounded: [true, ''], how: ['up'] }],
          },
        },
      ],
    },
    {
      id: 'own_2',
      ground_truth: [
        { 'shapes.area': { base: [1], unit: ['cm'], colour: ['red', ''] } },
        { 'shapes.area': { base: [3], unit: ['m'] } },
      ],
    },
    { id: 'own_4', ground_truth: [] },
  ]
    .map((answer) => JSON.stringify(answer))
    .join('\n'),
}

describe('readBfcl', () => {
  it('maps type names and renames tools, both ways', () => {
    verifies('evals.cases.bfcl')
    const { cases, originalNames } = readBfcl(own)
    const [tool] = (cases[0]?.tools ?? []) as CaseTool[]

    expect(tool).toMatchObject({
      name: 'shapes_x2e_area',
      inputSchema: {
        type: 'object',
        properties: {
          base: { type: 'number' },
          corner: { type: 'array', items: { type: 'number' } },
          options: { type: 'object' },
        },
      },
    })
    expect(originalNames.get('own_1')?.get('shapes_x2e_area')).toBe('shapes.area')
  })

  it('lists what it cannot express', () => {
    verifies('evals.cases.bfcl')

    expect(readBfcl(own).notExpressed).toEqual([
      { id: 'own_2', what: 'the answer gives colour, which shapes.area does not have' },
      { id: 'own_3', what: 'has no answer' },
      { id: 'own_4', what: 'has an answer but no question' },
    ])
  })

  it.each([
    [true, { base: 2.5, unit: 'CM 2', options: { rounded: true, how: 'UP' } }],
    [true, { base: 2, unit: 'cm^2', corner: [1, 2], options: { how: 'up' } }],
    [false, { base: 2, unit: 'cm^2', corner: [2, 1], options: { how: 'up' } }],
    [false, { base: 2, unit: 'cm^2', options: {} }],
    [false, { base: '2', unit: 'cm^2', options: { how: 'up' } }],
    [false, { base: 2, options: { how: 'up' } }],
    [false, { base: 2, unit: 'cm^2', options: { how: 'up' }, more: 1 }],
  ])('judges by its rules: %s for %j', (isRight, given) => {
    verifies('evals.cases.bfcl')
    const [first] = readBfcl(own).cases
    if (!first) throw new Error('The first case is missing')

    expect(
      isPassed(scoreExpected(toRun(first, [[{ tool: 'shapes_x2e_area', arguments: given }]]))),
    ).toBe(isRight)
  })

  it('passes each of our own answers, and none that is spoilt', () => {
    verifies('evals.cases.bfcl')
    const { itself, mutations } = measureSet(own)

    expect(itself).toEqual({ passed: 2, of: 2, wrong: [] })
    for (const count of Object.values(mutations))
      expect(count).toMatchObject({ passed: 0, wrong: [] })
    expect(Object.values(mutations).map(({ of }) => of)).toEqual([6, 8, 3, 3])
  })
})

const sets = hasCollected('bfcl', 'the sets of the Berkeley Function Calling Leaderboard')
  ? readSets()
  : []

describe.skipIf(sets.length === 0)('the sets of BFCL v4, by its rules', () => {
  it.each(sets)('$category: passes each answer, and none that is spoilt', (set) => {
    verifies('evals.cases.bfcl')
    const { cases, itself, mutations } = measureSet(set, isThorough ? 1 : 10)

    expect(cases).toBeGreaterThan(0)
    expect(itself.wrong).toEqual([])
    for (const [name, count] of Object.entries(mutations)) expect(count.wrong, name).toEqual([])
  })
})
