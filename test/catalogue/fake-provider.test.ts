import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import type { Recipe } from '../../src/contract/recipe/recipe.ts'
import { verifies } from '../requirements.ts'
import { runRecipe, type RecipeRun } from '../support/fake-provider/run-recipe.ts'
import { isThorough, runsInFull } from '../support/thorough.ts'
import { collectedDescription, readDescription } from './descriptions.ts'
import { readRecipe, recipeSlugs } from './read-recipe.ts'

/** A part of the recipes is enough in the gate: of each kind of source and of credential one. */
const representative = isThorough
  ? ['airtable', 'discord', 'linear', 'notion', 'slack', 'trello']
  : ['trello']

const triesAll = runsInFull('the other recipes of the catalogue against a provider made of each')

/** Those of MCP servers run in a test of their own. */
const recipes = recipeSlugs.filter((slug) => readRecipe(slug).description.kind !== 'mcp')

/**
 * What a recipe needs no description for, or has none collected, runs by the operations that it
 * declares itself, if these are all its tools.
 */
const ownRecipe = (slug: string): Recipe => {
  const recipe = readRecipe(slug)
  const isWhole = recipe.tools.length > 0 && recipe.tools.every(({ declare }) => declare)
  return isWhole && collectedDescription(slug) === undefined
    ? { ...recipe, description: { ...recipe.description, kind: 'none', urls: [], exclude: [] } }
    : recipe
}

const canRun = (slug: string): boolean =>
  ownRecipe(slug).description.kind === 'none' || collectedDescription(slug) !== undefined

const chosen = recipes.filter((slug) => canRun(slug) && (triesAll || representative.includes(slug)))

const left = recipes.filter((slug) => !canRun(slug))
if (triesAll && left.length > 0)
  console.warn(`Skipped, since no description was collected: ${left.join(', ')}`)

const servers = JSON.parse(
  readFileSync(new URL('summaries.json', import.meta.url), 'utf8'),
) as Record<string, { servers: string[] }>

const table: Record<string, unknown>[] = []
afterAll(() => console.table(table))

const toRow = (slug: string, run: RecipeRun) => ({
  slug,
  connected: run.connected,
  call: run.called.error?.slice(0, 60) ?? 'ok',
  pages: run.paged ? `${run.paged.items} items` : '',
  'rate limit': run.limited ? (run.limited.error ?? 'waited') : '',
  refresh: run.refreshed ? (run.refreshed.error ?? 'ok') : '',
  failure: run.failed === undefined ? '' : 'told',
  triggers: run.triggers.length,
  expired: run.expired ?? '',
  revoked: run.revoked ?? '',
})

/** The description of Graph alone takes minutes on a busy machine. */
const hangs = 30 * 60_000

describe('recipes of the catalogue against a provider that is made of each', () => {
  it.each(chosen)('%s', { timeout: hangs }, async (slug) => {
    verifies('catalogue.runs')
    const recipe = ownRecipe(slug)
    const path = collectedDescription(slug)
    // The API is where the description says; here it must be the provider.
    const base = recipe.description.base_url ?? servers[slug]?.servers[0]
    const run = await runRecipe(
      { ...recipe, description: { ...recipe.description, ...(base && { base_url: base }) } },
      path === undefined || recipe.description.kind === 'none'
        ? {}
        : { description: () => readDescription(path) },
    )
    table.push(toRow(slug, run))
    expect(run).toMatchObject({ verdict: 'ready', connected: 'ACTIVE', called: { error: null } })
    if (run.limited) expect(run.limited).toMatchObject({ error: null, requests: 2 })
    if (run.refreshed) expect(run.refreshed.error).toBeNull()
    if (typeof run.failed === 'string') expect(run.failed).toMatch(/something went wrong|it failed/)
    if (run.expired !== undefined) expect(run.expired).toBe('EXPIRED')
    if (run.revoked !== undefined) expect(run.revoked).toBe(true)
    expect(run.triggers.filter(({ problems }) => problems.length > 0)).toEqual([])
  })
})
