import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../src/client/index.ts'
import type { Recipe } from '../../src/contract/recipe/recipe.ts'
import type { ImportReport } from '../../src/contract/toolkits.ts'

/** What the import of a recipe came to. */
export type Summary = {
  tools: number
  featured: string[]
  triggers: string[]
  schemes: string[]
  servers: string[]
  supplied: string[]
}

const path = new URL('summaries.json', import.meta.url)

/** As the imports were last looked at. */
export const committedSummaries = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Summary>

export const writeSummaries = (summaries: Record<string, Summary>): void => {
  const sorted = Object.entries({ ...committedSummaries, ...summaries }).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

export const summarize = async (
  client: Client,
  recipe: Recipe,
  report: ImportReport,
): Promise<Summary> => {
  const made = new Set(report.tools)
  const { auth_config_details: schemes, base_url: server } = await client.toolkits.get({
    params: { slug: recipe.slug },
  })
  return {
    tools: report.made,
    featured: recipe.tools.flatMap(({ featured, slug }) =>
      featured && slug !== undefined && made.has(slug) ? slug : [],
    ),
    triggers: recipe.triggers.map(({ slug }) => slug),
    schemes: schemes?.map(({ mode }) => mode) ?? [],
    servers: [server ?? ''],
    supplied: recipe.requests.parameters.map(({ name }) => name),
  }
}

/** Where a summary is not the committed one, in lines for a person. */
export const differences = (now: Summary, committed: Summary | undefined): string[] => {
  if (!committed) return ['there is no committed summary']
  const lines: string[] = []
  if (now.tools !== committed.tools) lines.push(`tools: ${committed.tools} -> ${now.tools}`)
  for (const key of ['featured', 'triggers', 'schemes', 'servers', 'supplied'] as const) {
    if (isDeepStrictEqual(now[key], committed[key])) continue
    const gone = committed[key].filter((each) => !now[key].includes(each))
    const added = now[key].filter((each) => !committed[key].includes(each))
    const changes = [...gone.map((each) => `-${each}`), ...added.map((each) => `+${each}`)]
    lines.push(`${key}: ${changes.join(' ') || 'in another order'}`)
  }
  return lines
}
