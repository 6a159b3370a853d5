import type { Recipe } from '../../src/contract/recipe/recipe.ts'
import { readCollectedFacts, type CollectedAuth } from './auth-facts/collected-facts.ts'
import { confirmFacts, needsListing } from './auth-facts/confirm-facts.ts'
import { readDescribedAuth } from './auth-facts/described-auth.ts'
import { parseDescription } from './descriptions.ts'
import { judgeRecipe } from './mock/judge-recipe.ts'
import { faultsIn } from './mock/known-violations.ts'
import { committedSummaries } from './summaries.ts'

/** What a check has to say: a cell of the table, and what is wrong. */
type Outcome = { cell: string; problems: string[] }

const reasoned = new Set(['violation', 'unknown'])
const fine = new Set(['ok', 'known', 'undescribed', 'elsewhere'])

/** Judges generated calls of each featured tool by the description. */
export const checkByMock = async (recipe: Recipe, path: string): Promise<Outcome> => {
  const { slug, description, tools } = recipe
  const judgements = await judgeRecipe(
    recipe,
    parseDescription(path),
    description.base_url ?? committedSummaries[slug]?.servers[0] ?? '',
  )
  if (!judgements)
    return { cell: 'the collected description has none of its operations', problems: [] }
  const declared = new Set(tools.flatMap((tool) => (tool.declare && tool.slug) || []))
  const found = judgements.map((each) => ({
    ...each,
    verdict:
      reasoned.has(each.result) && faultsIn(slug, each).length === 0
        ? 'known'
        : each.result === 'unknown' && declared.has(each.tool)
          ? 'undescribed'
          : each.result,
  }))
  const count = (verdict: string) => found.filter((each) => each.verdict === verdict).length
  const extra = ['known', 'undescribed', 'elsewhere'].flatMap((verdict) =>
    count(verdict) > 0 ? `${count(verdict)} ${verdict}` : [],
  )
  return {
    cell: [`ok ${count('ok')} calls`, ...extra].join(', '),
    problems: found
      .filter(({ verdict }) => !fine.has(verdict))
      .map((each) => {
        const faults = each.verdict === 'violation' ? faultsIn(slug, each).join('; ') : ''
        return `${each.tool}, ${each.round}: ${each.verdict}: ${faults} ${each.reason}`
      }),
  }
}

let collected: Map<string, CollectedAuth> | undefined

/** Compares what a recipe says of authentication with what others do. */
export const checkAuthFacts = (recipe: Recipe, path: string | undefined): Outcome => {
  collected ??= readCollectedFacts()
  const document = path === undefined ? undefined : parseDescription(path).document
  const facts = confirmFacts(recipe, {
    described: document && readDescribedAuth(document),
    collected: collected.get(recipe.slug),
  })
  const by = (source: 'description' | 'collected') =>
    facts.filter((fact) => fact[source] === 'confirms' && !needsListing(fact)).length
  const unverified = facts.filter(needsListing)
  return {
    cell: `ok ${facts.length} facts: ${by('description')} by the description, ${by('collected')} by the collected facts, ${unverified.length} unverified`,
    problems: unverified
      .filter(({ isUnverified }) => !isUnverified)
      .map(({ path: fact, value }) => `${fact} (${JSON.stringify(value)}) is not in unverified`),
  }
}
