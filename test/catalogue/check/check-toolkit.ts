import type { Client } from '../../../src/client/index.ts'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { sourceOf } from '../descriptions.ts'
import { committedSummaries, differences, summarize } from '../summaries.ts'

/** Where descriptions come from. */
type Origin = {
  /** Their addresses, which the service fetches with its own limits; else the collected ones. */
  isOnline: boolean
  /** A server in the place of all hosts: `https://a.example/b` is `{mirror}/a.example/b` there. */
  mirror?: string | undefined
}

export type Verdict = {
  slug: string
  result: 'ok' | 'changed' | 'failed' | 'skipped'
  /** What a maintainer should look at. */
  lines: string[]
}

/** Imports a recipe with its description, and compares what came of it with the committed summary. */
export const checkToolkit = async (
  client: Client,
  recipe: Recipe,
  { isOnline, mirror }: Origin,
): Promise<Verdict> => {
  const { slug, description } = recipe
  if (description.kind === 'mcp')
    return { slug, result: 'skipped', lines: ['its tools are those that the server lists'] }
  const source = isOnline ? undefined : sourceOf(recipe)
  if (!isOnline && !source && description.kind !== 'none')
    return { slug, result: 'skipped', lines: ['no description was collected'] }
  try {
    const report = await importToolkit(
      { client },
      { recipe: mirror ? atMirror(recipe, mirror) : recipe, ...(source && { source }) },
    )
    const summary = await summarize(client, recipe, report)
    const warnings = report.warnings.map(({ code, message }) => `warning ${code}: ${message}`)
    const changes = [...differences(summary, committedSummaries[slug]), ...warnings]
    return changes.length === 0
      ? {
          slug,
          result: 'ok',
          lines: [`${summary.tools} tools, ${summary.featured.length} featured`],
        }
      : { slug, result: 'changed', lines: changes }
  } catch (error) {
    return {
      slug,
      result: 'failed',
      lines: [error instanceof Error ? error.message : String(error)],
    }
  }
}

const atMirror = ({ description, ...recipe }: Recipe, mirror: string): Recipe => ({
  ...recipe,
  description: {
    ...description,
    urls: description.urls.map((url) => url.replace(/^https?:\/\//, `${mirror}/`)),
  },
})
