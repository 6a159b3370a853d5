import { describe, expect, it } from 'vitest'
import type { Finder } from './finders.ts'
import { averageOf, measureCases } from './measure-cases.ts'
import type { UseCase } from './read-cases.ts'

const useCase = (steps: UseCase['steps']): UseCase => ({
  id: 'one',
  kind: steps.length === 0 ? 'none' : 'steps',
  field: 'mail',
  language: 'en',
  text: 'anything',
  steps,
})

const finding = (slugs: string[], fits = true): Finder => ({
  name: 'scripted',
  find: async () => ({ slugs, fits }),
  close: () => {},
})

const figuresOf = async (slugs: string[], steps: UseCase['steps'], fits?: boolean) =>
  averageOf(await measureCases(finding(slugs, fits), [useCase(steps)]))

const read = { right: ['READ', 'VIEW'], also: ['LIST'] }
const send = { right: ['SEND'], also: [] }

describe('figures of the search benchmark', () => {
  it('counts as first what does any step, and the share of steps among the first five', async () => {
    expect(await figuresOf(['SEND', 'A', 'B', 'C', 'D', 'READ'], [read, send])).toMatchObject({
      first: 1,
      firstFive: 0.5,
    })
    expect(await figuresOf(['A', 'SEND', 'VIEW'], [read, send])).toMatchObject({
      first: 0,
      firstFive: 1,
    })
  })

  it('gives an acceptable tool a third of the gain, and neither first place nor the first five', async () => {
    expect(await figuresOf(['LIST'], [{ right: ['READ'], also: ['LIST'] }])).toMatchObject({
      first: 0,
      firstFive: 0,
      ndcg: 1 / (3 + 1 / Math.log2(3)),
    })
    expect(await figuresOf(['READ', 'LIST'], [{ right: ['READ'], also: ['LIST'] }])).toMatchObject({
      ndcg: 1,
    })
  })

  it('counts a tool that is answered twice once', async () => {
    expect(await figuresOf(['SEND', 'SEND'], [send])).toMatchObject({ ndcg: 1 })
  })

  it('counts needless answers where nothing does it, and empty ones where something does', async () => {
    expect(await figuresOf(['READ'], [])).toMatchObject({ needless: 1, empty: 0 })
    expect(await figuresOf(['READ'], [], false)).toMatchObject({ needless: 0, empty: 0 })
    expect(await figuresOf(['READ'], [read], false)).toMatchObject({ first: 1, empty: 1 })
    expect(await figuresOf([], [read], false)).toMatchObject({ first: 0, ndcg: 0, empty: 1 })
  })
})
