import { expect, it } from 'vitest'
import { addTools, createSearchIndex } from '../../../src/service/search/engine/index.ts'
import { combine } from '../../../src/service/search/embeddings/combine.ts'
import { verifies } from '../../requirements.ts'

const slugs = Array.from({ length: 40 }, (_unused, number) => `T${String(number).padStart(2, '0')}`)
const index = addTools(
  createSearchIndex(),
  slugs.map((slug) => ({ slug, name: slug, toolkit: 'kit', description: '', parameters: [] })),
)
const weights = { share: 0.5, keepsFirst: false, leastDeviations: 4 }
const tool = (slug: string, score: number) => ({ slug, toolkit: 'kit', score })

/** Similarities of 0.2, but for these tools; `null`: without a vector. */
const similarTo = (given: Record<string, number | null>) => {
  const values = slugs.map((slug) => (slug in given ? (given[slug] ?? Number.NaN) : 0.2))
  const known = values.filter((value) => !Number.isNaN(value))
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  return {
    best: slugs
      .map((slug, at) => tool(slug, values[at] ?? Number.NaN))
      .filter(({ score }) => score > 0.2)
      .toSorted((a, b) => b.score - a.score),
    count: known.length,
    mean,
    deviation: Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length),
    similarities: Float32Array.from(values),
  }
}

const order = (tools: readonly { slug: string }[]) => tools.map(({ slug }) => slug)

it('adds similar tools that words did not find, and orders both together', () => {
  verifies('search.embeddings', 'search.embeddings.retrieval')
  const ranked = [tool('T01', 10), tool('T02', 9)]
  const similar = similarTo({ T02: 0.9, T30: 0.8 })
  const united = combine(ranked, similar, index, weights)
  expect(order(united)).toEqual(['T02', 'T01', 'T30'])
  expect(united[0]?.score).toBeLessThanOrEqual(10)
  expect(order(combine(ranked, similar, index, { ...weights, keepsFirst: true }))[0]).toBe('T01')
})

it('neither lifts nor lowers a tool without a vector', () => {
  verifies('search.embeddings')
  const united = combine([tool('T01', 10)], similarTo({ T01: null, T30: 0.8 }), index, weights)
  expect(united[0]).toEqual(tool('T01', 10))
})

it('answers a request that no word matches only where a tool stands out', () => {
  verifies('search.embeddings.retrieval')
  expect(order(combine([], similarTo({ T30: 0.8 }), index, weights))).toEqual(['T30'])
  const many = Object.fromEntries(slugs.slice(0, 10).map((slug) => [slug, 0.4]))
  expect(combine([], similarTo(many), index, weights)).toEqual([])
  expect(combine([], similarTo({ T30: 0.201 }), index, weights)).toEqual([])
})
