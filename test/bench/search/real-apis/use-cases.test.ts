import { describe, expect, it } from 'vitest'
import { hasCases, isHeldOut, kinds, openedSets, readCaseFile, sets } from './read-cases.ts'

const all = await Promise.all(
  sets.filter((set) => hasCases(set)).map(async (set) => ({ set, cases: await readCaseFile(set) })),
)
const casesOf = (name: string) => all.find(({ set }) => set === name)?.cases ?? []

/** How many the benchmark promises of each kind, open and formerly locked together. */
const promised = { everyday: 250, steps: 50, long: 30, typos: 30, languages: 40, none: 40 }

describe('use cases of the search benchmark', () => {
  it('has no id and no text twice', () => {
    const cases = all.flatMap((set) => set.cases)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    for (const { cases: own } of all)
      expect(new Set(own.map(({ text }) => text.toLowerCase())).size).toBe(own.length)
  })

  it.each(kinds)('has as many of the kind %s as promised', (kind) => {
    const cases = ['open', ...openedSets].flatMap(casesOf).filter((one) => one.kind === kind)
    expect(cases.length).toBeGreaterThanOrEqual(promised[kind])
  })

  it('holds out half of the requests that nothing answers', () => {
    const nothing = casesOf('nothing')
    expect(nothing.length).toBeGreaterThanOrEqual(150)
    const share = nothing.filter(({ id }) => isHeldOut(id)).length / nothing.length
    expect(Math.abs(share - 0.5)).toBeLessThan(0.1)
  })

  it('grades a tool of a step once', () => {
    for (const { id, steps } of all.flatMap(({ cases }) => cases))
      for (const { right, also } of steps)
        expect(new Set([...right, ...also]).size, id).toBe(right.length + also.length)
  })
})
