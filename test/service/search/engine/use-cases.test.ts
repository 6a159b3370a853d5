import { expect, test } from 'vitest'
import {
  addTools,
  createExplainer,
  createSearchIndex,
  search,
  type SearchableTool,
} from '../../../../src/service/search/engine/index.ts'
import { verifies } from '../../../requirements.ts'
import { germanTools } from '../enrichment/german.ts'

const tool = (toolkit: string, name: string, useCases: string[] = []): SearchableTool => ({
  slug: `${toolkit}_${name}`.toUpperCase().replaceAll(' ', '_'),
  name,
  toolkit,
  toolkitName: toolkit,
  toolkitNames: [toolkit],
  description: '',
  parameters: [],
  useCases,
})

const find = (tools: SearchableTool[], useCase: string): string[] =>
  search(addTools(createSearchIndex(), tools), { useCase, limit: 5 }).primary.map(
    ({ slug }) => slug,
  )

const hub = ['create issue', 'list issues', 'delete issue'].map((name) => tool('codehub', name))

test('finds a tool by words that only its use cases have', () => {
  verifies('search.enrichment')
  const tools = [...hub, tool('bank', 'list transactions', ['Kontoauszug herunterladen'])]
  expect(find(tools, 'Kontoauszug')).toEqual(['BANK_LIST_TRANSACTIONS'])
  expect(find(tools, 'list issues')[0]).toBe('CODEHUB_LIST_ISSUES')
})

test('use cases with the name of another toolkit leave it as surely named as before', () => {
  verifies('search.enrichment.hostile')
  const greedy = Array.from({ length: 50 }, (_unused, n) =>
    tool('greedy', `do thing ${n}`, ['codehub', 'create an issue in codehub', 'codehub issues']),
  )
  const request = 'create an issue in codehub'
  const factorIn = (tools: SearchableTool[]) =>
    createExplainer(addTools(createSearchIndex(), tools), { useCase: request, limit: 5 })(
      'CODEHUB_CREATE_ISSUE',
    )?.signals.toolkit ?? 0

  const others = [...hub, ...greedy]
  expect(find(others, request)[0]).toBe('CODEHUB_CREATE_ISSUE')
  expect(find(others, request).slice(0, 3)).toEqual(find(hub, request))
  // Its own descriptions would make the word common.
  const described = greedy.map((each) => ({ ...each, description: 'codehub', useCases: [] }))
  expect(factorIn(others)).toBeGreaterThan(factorIn([...hub, ...described]) + 0.5)
})

test('a word that use cases repeat counts once', () => {
  verifies('search.enrichment.hostile')
  const once = tool('one', 'do it', ['reclaim expenses'])
  const often = tool(
    'two',
    'do it',
    Array.from({ length: 12 }, () => 'expenses reclaim expenses'),
  )
  const { primary } = search(addTools(createSearchIndex(), [once, often]), {
    useCase: 'reclaim expenses',
    limit: 5,
  })
  expect(primary.map(({ slug }) => slug)).toEqual(['ONE_DO_IT', 'TWO_DO_IT'])
  expect(primary[0]?.score).toBeCloseTo(primary[1]?.score ?? 0, 5)
})

test('a tool that is known for just this goes before one that has its words here and there', () => {
  verifies('search.ranking')
  const known = (toolkit: string, chosenUseCases: string[]): SearchableTool => ({
    ...tool(toolkit, 'do it'),
    chosenUseCases,
  })
  const scattered = known('a', ['take the train', 'down by the river', 'banner of a club'])
  const whole = known('b', ['take the banner down', 'pay the rent', 'call the plumber'])
  expect(find([scattered, whole], 'take down the banner')).toEqual(['B_DO_IT', 'A_DO_IT'])
  const signalsOf = (each: SearchableTool) =>
    createExplainer(addTools(createSearchIndex(), [each]), {
      useCase: 'take down the banner',
      limit: 5,
    })(each.slug)?.signals.useCase ?? Number.NaN
  expect(signalsOf(whole)).toBeGreaterThan(signalsOf(scattered))
  expect(signalsOf(whole)).toBeLessThanOrEqual(1)
  // A model has read texts of third parties: what it wrote is not taken for a purpose.
  expect(signalsOf({ ...whole, chosenUseCases: [], useCases: ['take the banner down'] })).toBe(0)
})

test('German use cases have German requests find what words alone do not', () => {
  verifies('search.enrichment')
  const toTools = (withUseCases: boolean) =>
    germanTools.map(({ slug, name, useCases }) => ({
      ...tool(slug.split('_')[0]?.toLowerCase() ?? '', name, withUseCases ? useCases : []),
      slug,
    }))
  const countFirst = (tools: SearchableTool[]) =>
    germanTools.filter(({ slug, request }) => find(tools, request)[0] === slug).length
  expect(countFirst(toTools(false))).toBeLessThanOrEqual(4)
  expect(countFirst(toTools(true))).toBeGreaterThanOrEqual(16)
})

test('use cases that repeat what a tool says itself change nothing', () => {
  verifies('search.enrichment')
  const plain = germanTools.map(({ name }) => tool('hub', name))
  const repeated = plain.map((each) => ({ ...each, useCases: [each.name, `${each.name} hub`] }))
  const rank = (tools: SearchableTool[], useCase: string) =>
    search(addTools(createSearchIndex(), tools), { useCase, limit: 10 }).primary
  for (const { name } of germanTools) expect(rank(repeated, name)).toEqual(rank(plain, name))
})
