import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { kinds, readCaseFile, sets } from './read-cases.ts'

const all = await Promise.all(sets.map(async (set) => ({ set, cases: await readCaseFile(set) })))
const casesOf = (name: string) => all.find(({ set }) => set === name)?.cases ?? []

const hash = (id: string) => createHash('sha256').update(id).digest('hex')

/** How many the benchmark promises of each kind, open and locked together. */
const promised = { everyday: 250, steps: 50, long: 30, typos: 30, languages: 40, none: 40 }

describe('use cases of the search benchmark', () => {
  it('has no id and no text twice', () => {
    const cases = all.flatMap((set) => set.cases)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    for (const { cases: own } of all)
      expect(new Set(own.map(({ text }) => text.toLowerCase())).size).toBe(own.length)
  })

  it.each(kinds)(
    'has as many of the kind %s as promised, and locks a third by their hash',
    (kind) => {
      const [open, locked] = [casesOf('open'), casesOf('locked')].map((cases) =>
        cases.filter((one) => one.kind === kind).map(({ id }) => id),
      )
      const ids = [...(open ?? []), ...(locked ?? [])].toSorted()
      expect(ids.length).toBeGreaterThanOrEqual(promised[kind])
      expect(locked).toEqual(
        Array.from({ length: Math.floor(ids.length / 3) }, (_, third) =>
          ids.slice(3 * third, 3 * third + 3).toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1)),
        ).map(([first]) => first),
      )
    },
  )

  it('grades a tool of a step once', () => {
    for (const { id, steps } of all.flatMap(({ cases }) => cases))
      for (const { right, also } of steps)
        expect(new Set([...right, ...also]).size, id).toBe(right.length + also.length)
  })
})
