import { statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recipe } from '../../src/contract/recipe/recipe.ts'
import { verifies } from '../requirements.ts'
import { hasCollected } from '../support/collected-data.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { runRecipe } from '../support/fake-provider/run-recipe.ts'
import type { TestService } from '../support/start-service.ts'
import { startSharedService } from '../support/start-source.ts'
import { isThorough, runsInFull } from '../support/thorough.ts'
import { checkAuthFacts, checkByMock } from './checks.ts'
import { collectedDescription, sourceOf } from './descriptions.ts'
import { deliverVectors } from './hooks/deliver-vectors.ts'
import { vendors } from './hooks/vendor-deliveries.ts'
import { readRecipe, readRecipeText, recipeSlugs } from './read-recipe.ts'
import { secretArguments } from './secret-arguments.ts'
import { committedSummaries, summarize, writeSummaries, type Summary } from './summaries.ts'
import { createTable } from './table.ts'
import { withoutDescription } from './without-description.ts'

const isRewriting = process.env['TEST_WRITE_SUMMARIES'] !== undefined
const table = createTable([
  'import',
  'secret arguments',
  'mock',
  'auth facts',
  'hook vectors',
  'polls',
])
const summaries: Record<string, Summary> = {}

let service: TestService
beforeAll(async () => {
  service = await startSharedService()
})
afterAll(async () => {
  table.print()
  if (isRewriting) writeSummaries(summaries)
  await service.close()
})

const isThere = hasCollected('apis', 'each recipe of the catalogue with the description it is for')

const descriptionOf = (slug: string) => (isThere ? collectedDescription(slug) : undefined)

/** One of each kind: OpenAPI 2 and 3, Discovery, GraphQL, and operations of the recipe itself. */
const representative = new Set(['gmail', 'linear', 'notion', 'slack', 'trello'])

/** A desk waits for the descriptions of these only: to read all takes half a minute. */
const readsDescription = (slug: string): boolean =>
  isThorough || isRewriting || representative.has(slug)

/** The largest description takes longer than all others together. */
const usualBytes = 20 * 1024 * 1024

const whyNotImported = ({ description: { kind }, slug }: Recipe): string | undefined => {
  if (kind === 'none') return undefined
  if (kind === 'mcp') return 'in mcp-recipes.test.ts'
  const path = descriptionOf(slug)
  if (path === undefined) return 'no description was collected'
  if (!readsDescription(slug)) return 'in the gate'
  if (statSync(path).size > usualBytes && !runsInFull(`the recipe of ${slug} with its description`))
    return 'imported by the full gate'
  return undefined
}

const withoutUseCases = ({ tools }: Recipe): string[] =>
  tools.flatMap(({ featured, use_cases: useCases, slug, operation }) =>
    featured && useCases.length === 0 ? [slug ?? operation ?? ''] : [],
  )

describe('recipes of the catalogue', () => {
  it.each(recipeSlugs)('%s', { timeout: 240_000 }, async (slug) => {
    verifies('catalogue.recipes', 'catalogue.secrets')
    const recipe = readRecipe(slug)
    expect(recipe.slug).toBe(slug)
    expect(withoutUseCases(recipe)).toEqual([])
    const reason = whyNotImported(recipe)
    if (reason !== undefined) {
      for (const column of ['import', 'secret arguments']) table.set(slug, column, reason)
      return
    }
    const given = sourceOf(recipe)
    const report = await importToolkit(service, {
      recipe: readRecipeText(slug),
      ...(given && { source: given }),
    })
    expect(
      report.warnings.map(({ code, message, fix }) => `${code}: ${message} -> ${fix}`),
    ).toEqual([])
    expect(report.verdict).toBe('ready')
    const summary = await summarize(service.client, recipe, report)
    summaries[slug] = summary
    if (!isRewriting) expect(summary).toEqual(committedSummaries[slug])
    table.set(slug, 'import', `ok ${summary.tools} tools, ${summary.featured.length} featured`)

    const { items: tools } = await service.client.tools.list({
      query: { toolkit_slug: slug, limit: 1000 },
    })
    const secrets = tools.flatMap((tool) =>
      secretArguments(slug, tool.input_parameters).map((name) => `${tool.slug}: ${name}`),
    )
    table.set(slug, 'secret arguments', secrets.length === 0 ? 'ok' : secrets.join(', '))
    expect(secrets).toEqual([])
  })
})

const judgesAll = runsInFull('calls of the other recipes before a validating mock')

const whyNotJudged = (slug: string): string | undefined => {
  if (readRecipe(slug).description.kind === 'mcp') return 'the vendor describes its tools'
  if (descriptionOf(slug) === undefined) return 'no description was collected'
  return judgesAll || (isThorough && representative.has(slug)) ? undefined : 'in the full gate'
}

describe('a validating mock accepts calls of every featured tool', () => {
  it.each(recipeSlugs)('%s', { timeout: 240_000 }, async (slug) => {
    verifies('catalogue.mock')
    const reason = whyNotJudged(slug)
    if (reason !== undefined) return table.set(slug, 'mock', reason)
    const { cell, problems } = await checkByMock(readRecipe(slug), descriptionOf(slug) ?? '')
    table.set(slug, 'mock', problems.length === 0 ? cell : `${problems.length} problems`)
    expect(problems).toEqual([])
  })
})

const hasFacts = hasCollected('catalogue-facts.json', 'facts about authentication, compared')

const whyNotCompared = ({ description, slug }: Recipe, path?: string): string | undefined => {
  if (description.kind === 'mcp') return 'in mcp-recipes.test.ts'
  if (!hasFacts) return 'nothing collected'
  return path === undefined || readsDescription(slug) ? undefined : 'in the gate'
}

describe('each fact about authentication has a second source, or is listed as unverified', () => {
  it.each(recipeSlugs)('%s', { timeout: 60_000 }, (slug) => {
    verifies('catalogue.facts')
    const recipe = readRecipe(slug)
    const path = descriptionOf(slug)
    const reason = whyNotCompared(recipe, path)
    if (reason !== undefined) return table.set(slug, 'auth facts', reason)
    const { cell, problems } = checkAuthFacts(recipe, path)
    table.set(slug, 'auth facts', problems.length === 0 ? cell : `${problems.length} problems`)
    expect(problems).toEqual([])
  })
})

describe('what a vendor signs is accepted, and nothing that only looks like it', () => {
  it.each(recipeSlugs)('%s', { timeout: 60_000 }, async (slug) => {
    verifies('catalogue.hooks')
    const pushed = readRecipe(slug).triggers.filter((trigger) => trigger.type === 'webhook')
    const signed = pushed.filter(({ webhook }) => webhook.signature)
    if (signed.length === 0)
      return table.set(
        slug,
        'hook vectors',
        pushed.length === 0 ? 'nothing is pushed' : 'the vendor signs nothing',
      )
    const vendor = vendors[slug]
    expect(vendor, 'test/catalogue/hooks/vendor-deliveries.ts has no signer').toBeDefined()
    if (!vendor) return
    for (const trigger of signed)
      expect(await deliverVectors(service, trigger.webhook, vendor), trigger.slug).toEqual([])
    table.set(slug, 'hook vectors', `ok ${signed.length}`)
  })
})

/** The others run in fake-provider.test.ts, with their descriptions. */
const runsHere = (recipe: Recipe): boolean =>
  recipe.description.kind !== 'none' &&
  collectedDescription(recipe.slug) === undefined &&
  !recipe.tools.every(({ declare }) => declare)
const pollsAll = runsInFull('polled triggers of recipes without a collected description')

const whyNotPolled = (recipe: Recipe): string | undefined => {
  const polled = recipe.triggers.filter(({ type }) => type === 'poll')
  if (polled.length === 0) return 'nothing is polled'
  if (!runsHere(recipe)) return 'in fake-provider.test.ts'
  if (isThorough && recipe.slug === 'clickup') return undefined
  if (!pollsAll) return 'in the full gate'
  // Which recipes have no description is known only where there are any.
  return isThere ? undefined : 'no data was collected'
}

describe('pages that overlap give each item once', () => {
  it.each(recipeSlugs)('%s', { timeout: 240_000 }, async (slug) => {
    verifies('catalogue.runs')
    const recipe = readRecipe(slug)
    const reason = whyNotPolled(recipe)
    if (reason !== undefined) return table.set(slug, 'polls', reason)
    const { triggers } = await runRecipe(withoutDescription(recipe))
    expect(triggers.filter(({ problems }) => problems.length > 0)).toEqual([])
    const polled = triggers.filter(({ setUp }) => setUp === 'polled')
    table.set(slug, 'polls', `ok ${polled.length}, each item once`)
  })
})
