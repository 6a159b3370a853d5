import { describe, expect, it } from 'vitest'
import type { Step } from '../../../src/service/plans/learned/step.ts'
import { toFacts } from '../../../src/service/plans/learned/to-facts.ts'
import { verifies } from '../../requirements.ts'

/** From and to in seconds. */
const step = (tool: string, from: number, to: number, failure: string | null = null): Step => {
  const at = (seconds: number) =>
    new Date(Date.parse('2026-11-21T12:00:00Z') + seconds * 1000).toISOString()
  return { tool, failure, startedAt: at(from), finishedAt: at(to) }
}

const sequences = (steps: Step[]) =>
  toFacts(steps).flatMap((fact) =>
    fact.kind === 'sequence' ? [fact.stages.map((stage) => stage.join('+')).join(' ')] : [],
  )
const failures = (steps: Step[]) =>
  toFacts(steps).flatMap((fact) =>
    fact.kind === 'failure' ? [[fact.tool, fact.failure, fact.before]] : [],
  )

describe('the order of a run', () => {
  it('is told of the whole and of its parts', () => {
    verifies('plans.learned.order')
    expect(sequences([step('A', 0, 1), step('B', 1, 2), step('C', 3, 4)])).toEqual([
      'A B',
      'A B C',
      'B C',
    ])
  })

  it.each([
    [
      'calls that overlap are one step',
      [step('A', 0, 5), step('B', 1, 2), step('C', 6, 7)],
      ['A+B C'],
    ],
    [
      'calls that began in the same millisecond are one step',
      [step('A', 0, 0), step('B', 0, 0), step('C', 6, 7)],
      ['A+B C'],
    ],
    [
      'overlapping tools end no plan, since neither is what it was for',
      [step('A', 0, 1), step('B', 2, 4), step('C', 3, 5)],
      [],
    ],
    [
      'a tool that runs for each item is one step',
      [step('A', 0, 1), step('B', 2, 4), step('B', 3, 5), step('B', 6, 7), step('C', 8, 9)],
      ['A B', 'A B C', 'B C'],
    ],
    [
      'a tool twice makes no plan, its parts do',
      [step('A', 0, 1), step('B', 2, 3), step('A', 4, 5)],
      ['A B', 'B A'],
    ],
    [
      'a pause of more than ten minutes ends a task',
      [step('A', 0, 1), step('B', 602, 603), step('C', 604, 605)],
      ['B C'],
    ],
    ['what failed is no step', [step('A', 0, 1), step('B', 2, 3, '422'), step('C', 4, 5)], ['A C']],
    ['one tool is no plan', [step('A', 0, 1)], []],
  ])('%s', (_name, steps, expected) => {
    verifies('plans.learned.order')
    expect(sequences(steps)).toEqual(expected)
  })

  it('of six steps at most, and of forty at most in a run', () => {
    verifies('plans.learned.bounded')
    const long = sequences(
      Array.from({ length: 60 }, (_unused, index) => step(`T${index}`, index * 2, index * 2 + 1)),
    )
    expect(Math.max(...long.map((sequence) => sequence.split(' ').length))).toBe(6)
    expect(long.some((sequence) => sequence.includes('T39'))).toBe(true)
    expect(long.some((sequence) => sequence.includes('T40'))).toBe(false)
  })

  it('says where a call failed on the way', () => {
    verifies('plans.learned.difficulty')
    const facts = toFacts([
      step('A', 0, 1),
      step('B', 2, 3, '500'),
      step('B', 4, 5),
      step('C', 6, 7),
    ])
    expect(
      facts.flatMap((fact) =>
        fact.kind === 'sequence' ? [[fact.stages.flat().join(' '), fact.hadFailure]] : [],
      ),
    ).toEqual([
      ['A B', true],
      ['A B C', true],
      ['B C', true],
    ])
    const late = toFacts([step('A', 0, 1), step('B', 2, 3), step('C', 4, 5, '500')])
    expect(late.flatMap((fact) => (fact.kind === 'sequence' ? [fact.hadFailure] : []))).toEqual([
      false,
    ])
  })
})

describe('what failed', () => {
  it.each([
    [
      'is told with the tool that was run before it succeeded',
      [step('B', 0, 1, '422'), step('A', 2, 3), step('B', 4, 5)],
      [
        ['B', '422', null],
        ['B', '422', 'A'],
      ],
    ],
    [
      'is told alone when the tool had been run before',
      [step('A', 0, 1), step('B', 2, 3, '422'), step('A', 4, 5), step('B', 6, 7)],
      [['B', '422', null]],
    ],
    [
      'is told alone when it never succeeded',
      [step('B', 0, 1, 'invalid_arguments'), step('A', 2, 3)],
      [['B', 'invalid_arguments', null]],
    ],
    [
      'is told alone when the other tool was still under way',
      [step('B', 0, 1, '404'), step('A', 2, 9), step('B', 4, 5)],
      [['B', '404', null]],
    ],
    [
      'is not told of credentials, load and outages',
      [
        step('A', 0, 1, '401'),
        step('A', 2, 3, '429'),
        step('A', 4, 5, '408'),
        step('A', 6, 7, '500'),
      ],
      [],
    ],
  ])('%s', (_name, steps, expected) => {
    verifies('plans.learned.pitfalls')
    expect(failures(steps)).toEqual(expected)
  })
})
