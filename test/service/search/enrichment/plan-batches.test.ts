import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { planBatches } from '../../../../src/service/search/enrichment/plan-batches.ts'
import { verifies } from '../../../requirements.ts'

const searchable = { slug: 'world', name: 'World', names: ['World'], about: 'Everything' }
const options = { languages: ['en'], toolsPerToolkit: 10_000 }

const toTool = (name: string) => ({
  slug: name,
  hash: createHash('sha256').update(name).digest('base64url'),
})
const tools = Array.from({ length: 2_000 }, (_unused, n) => toTool(`WORLD_${10_000 + n}`))

const plan = (given = tools, featured: string[] = [], settings = options, toolkit = searchable) =>
  planBatches('model', settings, { searchable: toolkit, tools: given, featured })
const addresses = (...given: Parameters<typeof plan>) =>
  plan(...given).map(({ address }) => address)

it('has every tool once, in few batches of at most eight', () => {
  verifies('search.enrichment.bounded')
  const batches = plan()
  expect(batches.flatMap(({ slugs }) => slugs)).toEqual(tools.map(({ slug }) => slug))
  expect(Math.max(...batches.map(({ slugs }) => slugs.length))).toBe(8)
  expect(batches.length).toBeLessThan(tools.length / 3)
})

it('a tool that comes, changes or goes leaves nearly all batches as they were', () => {
  verifies('search.enrichment.shared')
  const known = new Set(addresses())
  const added = [...tools.slice(0, 700), toTool('WORLD_10699A'), ...tools.slice(700)]
  const changed = tools.with(700, { slug: tools[700]?.slug ?? '', hash: 'changed' })
  for (const next of [added, changed, tools.toSpliced(700, 1)])
    expect(addresses(next).filter((address) => !known.has(address)).length).toBeLessThanOrEqual(8)
})

it('an address depends on all that an answer does', () => {
  verifies('search.enrichment.shared')
  const known = new Set(addresses())
  const others = [
    addresses(tools, [], { ...options, languages: ['en', 'de'] }),
    addresses(tools, [], options, { ...searchable, slug: 'other' }),
    addresses(tools, [], options, { ...searchable, about: 'Something else' }),
    planBatches('another', options, { searchable, tools, featured: [] }).map(
      (each) => each.address,
    ),
  ].flat()
  expect(others.filter((address) => known.has(address))).toEqual([])
})

it('of a large toolkit, featured tools come first', () => {
  verifies('search.enrichment.bounded')
  const last = tools.at(-1)?.slug ?? ''
  const some = plan(tools, [last], { ...options, toolsPerToolkit: 100 })
  expect(some[0]?.slugs).toContain(last)
  const count = some.reduce((sum, { slugs }) => sum + slugs.length, 0)
  expect(count).toBeGreaterThan(80)
  expect(count).toBeLessThanOrEqual(100)
})
