import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Recipe } from '../../src/contract/recipe/recipe.ts'
import { verifies } from '../requirements.ts'
import { hasCollected } from '../support/collected-data.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startService, type TestService } from '../support/start-service.ts'
import { runsInFull } from '../support/thorough.ts'
import { collectedDescription, readDescription } from './descriptions.ts'
import { readRecipe, readRecipeText, recipeSlugs } from './read-recipe.ts'

/** What the import of a recipe came to, as it was last looked at. */
type Summary = {
  tools: number
  featured: string[]
  triggers: string[]
  schemes: string[]
  servers: string[]
  supplied: string[]
}

const summaryPath = new URL('summaries.json', import.meta.url)
const isRewriting = process.env['TEST_WRITE_SUMMARIES'] !== undefined
const committed = JSON.parse(readFileSync(summaryPath, 'utf8')) as Record<string, Summary>

let service: TestService
const summaries: Record<string, Summary> = {}
const table: Record<string, string | number>[] = []

beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(async () => {
  console.table(table)
  if (isRewriting) {
    const sorted = Object.entries({ ...committed, ...summaries }).toSorted(([a], [b]) =>
      a.localeCompare(b),
    )
    writeFileSync(summaryPath, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
  }
  await service.close()
})

/** The description, as its text; undefined: the recipe declares all itself. */
const sourceOf = ({ description, slug }: Recipe) => {
  const path = description.kind === 'none' ? undefined : collectedDescription(slug)
  if (path === undefined) return undefined
  const [text, url] = [readDescription(path), description.base_url ?? description.urls[0] ?? '']
  return description.kind === 'graphql' ? { graphql: { url, schema: text } } : { openapi: text }
}

const isThere = hasCollected('apis', 'each recipe of the catalogue with the description it is for')

const whyNotImported = ({ description: { kind }, slug }: Recipe): string | undefined => {
  if (kind === 'none') return undefined
  if (kind === 'mcp') return 'imported from a server on loopback: mcp-recipes.test.ts'
  const path = isThere ? collectedDescription(slug) : undefined
  if (path === undefined) return 'not imported: no description was collected'
  if (statSync(path).size > usualBytes && !runsInFull(`the recipe of ${slug} with its description`))
    return 'imported by the full gate'
  return undefined
}

/** The largest description takes longer than all others together. */
const usualBytes = 20 * 1024 * 1024

describe('recipes of the catalogue', () => {
  it.each(recipeSlugs)('%s', { timeout: 300_000 }, async (slug) => {
    verifies('catalogue.recipes')
    const recipe = readRecipe(slug)
    expect(recipe.slug).toBe(slug)
    const reason = whyNotImported(recipe)
    if (reason !== undefined) {
      table.push({ slug, tools: reason })
      return
    }
    const given = sourceOf(recipe)
    const report = await importToolkit(service, {
      recipe: readRecipeText(slug),
      ...(given && { source: given }),
    })
    const made = new Set(report.tools)
    table.push({
      slug,
      tools: report.made,
      featured: recipe.tools.filter((tool) => tool.featured).length,
      triggers: recipe.triggers.length,
      verdict: report.verdict,
      warnings: report.warnings.map(({ code }) => code).join(' '),
    })
    const { auth_config_details: schemes, base_url: server } = await service.client.toolkits.get({
      params: { slug },
    })
    const summary: Summary = {
      tools: report.made,
      featured: recipe.tools.flatMap(({ featured, slug: tool }) =>
        featured && tool !== undefined && made.has(tool) ? tool : [],
      ),
      triggers: recipe.triggers.map((trigger) => trigger.slug),
      schemes: schemes?.map(({ mode }) => mode) ?? [],
      servers: [server ?? ''],
      supplied: recipe.requests.parameters.map(({ name }) => name),
    }
    summaries[slug] = summary
    expect(
      report.warnings.map(({ code, message, fix }) => `${code}: ${message} -> ${fix}`),
    ).toEqual([])
    expect(report.verdict).toBe('ready')
    if (!isRewriting) expect(summary).toEqual(committed[slug])
  })
})
