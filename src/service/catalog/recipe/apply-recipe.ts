import { findSimilarKey } from '../../../contract/find-similar-key.ts'
import type { Recipe } from '../../../contract/recipe/recipe.ts'
import { quote } from '../../platform/quote.ts'
import type { ToolDefinition, ToolkitDefinition } from '../definitions.ts'
import type { ImportRequest } from '../import-request.ts'
import type { ImportWarning } from '../import-warning.ts'
import { toTriggerTypes } from '../trigger-type.ts'
import { applyRequests, type Unmatched } from './apply-requests.ts'
import { applyTool } from './apply-tool.ts'
import { declaredTools } from './declared-tools.ts'
import { withLookedUpFields } from './looked-up-fields.ts'
import { withoutUnusedDefinitions } from './without-unused-definitions.ts'

/** The report names this many parts of a recipe that fit nothing, and counts the others. */
const namedAtMost = 60

/**
 * The toolkit as its recipe has it: what the description cannot say is added, and what it says wrong
 * replaced. What the recipe names and the description does not have is a warning.
 */
export const applyRecipe = (
  toolkit: ToolkitDefinition,
  request: ImportRequest,
): { toolkit: ToolkitDefinition; warnings: ImportWarning[]; declared: number } => {
  const { recipe } = request
  if (!recipe) return { toolkit, warnings: [], declared: 0 }
  const described = describeTools(withDeclared(toolkit, recipe), recipe)
  const requested = applyRequests(described.tools, recipe.requests)
  const asDescribed = new Set(toolkit.tools.map(({ inputParameters }) => inputParameters))
  const { app_url: appUrl, aliases, summary, categories } = recipe
  const guide = recipe.auth.find(({ setup }) => setup)?.setup?.url
  return {
    toolkit: {
      ...toolkit,
      authSchemes: withLookedUpFields(toolkit.authSchemes, recipe),
      ...(summary !== undefined && { description: summary }),
      ...(appUrl !== undefined && { appUrl }),
      ...(guide !== undefined && { authGuideUrl: guide }),
      ...(categories.length > 0 && { categories }),
      ...(aliases.length > 0 && { aliases }),
      ...(Object.keys(recipe.requests.headers).length > 0 && { headers: recipe.requests.headers }),
      ...(hasRules(recipe.answers) && { answers: recipe.answers }),
      ...((recipe.account.look_ups.length > 0 || recipe.account.verification) && {
        account: recipe.account,
      }),
      tools: requested.tools.map((tool) =>
        asDescribed.has(tool.inputParameters)
          ? tool
          : { ...tool, inputParameters: withoutUnusedDefinitions(tool.inputParameters) },
      ),
      triggers: toTriggerTypes(request.slug, recipe.triggers, 'recipe.triggers'),
    },
    declared: recipe.tools.filter(({ declare }) => declare).length,
    warnings: toWarnings(
      [...described.unmatched, ...requested.unmatched],
      toolkit.tools.flatMap(({ operation, operationId }) =>
        [operation, operationId ?? ''].filter((name) => name !== ''),
      ),
    ),
  }
}

const hasRules = ({ failures, rate, paging }: Recipe['answers']): boolean =>
  failures.length + rate.length + paging.length > 0

/**
 * A declared operation replaces one of the description with the same method and path, and one that
 * would be named as it is.
 */
const withDeclared = (toolkit: ToolkitDefinition, recipe: Recipe): ToolDefinition[] => {
  const declared = declaredTools(recipe.tools, {
    noAuth: toolkit.authSchemes.length === 0,
    server: toolkit.baseServer ?? { url: toolkit.baseUrl ?? '' },
  })
  const replaced = new Set(declared.flatMap(({ operation, slug }) => [operation, slug]))
  return [
    ...toolkit.tools.filter(
      ({ operation, slug }) => !replaced.has(operation) && !replaced.has(slug),
    ),
    ...declared,
  ]
}

const describeTools = (
  tools: readonly ToolDefinition[],
  recipe: Recipe,
): { tools: ToolDefinition[]; unmatched: Unmatched[] } => {
  // Several descriptions may use an id twice: it means the first one.
  const byName = new Map([
    ...tools.map(({ operationId = '' }, index) => [operationId, index] as const).toReversed(),
    ...tools.map(({ operation }, index) => [operation, index] as const),
  ])
  const changed = [...tools]
  const unmatched: Unmatched[] = []
  for (const [position, given] of recipe.tools.entries()) {
    const at = `recipe.tools.${position}`
    const { declare, operation = `${declare?.method} ${declare?.path}` } = given
    const index = byName.get(operation)
    const tool = index === undefined ? undefined : changed[index]
    if (index === undefined || !tool) {
      unmatched.push({ at: `${at}.operation`, what: operation })
      continue
    }
    if (given.slug !== undefined && given.slug !== tool.slug)
      unmatched.push({ at: `${at}.slug`, what: given.slug, isTaken: true })
    const applied = applyTool(tool, given, at)
    changed[index] = applied.tool
    unmatched.push(...applied.unmatched)
  }
  return { tools: changed, unmatched }
}

const toWarnings = (unmatched: Unmatched[], operations: string[]): ImportWarning[] => [
  ...unmatched.slice(0, namedAtMost).map(({ at, what, isTaken }): ImportWarning => {
    if (isTaken)
      return {
        code: 'recipe_unmatched',
        message: `${at}: ${what} belongs to another toolkit of the project`,
        fix: 'Give the tool another slug in the recipe; it was named without it',
      }
    const similar = findSimilarKey(what, operations)
    return {
      code: 'recipe_unmatched',
      message: `${at}: the description has no ${quote(what, 300)}`,
      fix:
        similar === undefined
          ? 'Correct the name in the recipe, or leave the entry out; `include` or `exclude` may have left the operation out'
          : `Write ${quote(similar, 300)} in the recipe, if that is meant`,
    }
  }),
  ...(unmatched.length > namedAtMost
    ? [
        {
          code: 'recipe_unmatched' as const,
          message: `${unmatched.length - namedAtMost} more parts of the recipe fit nothing in the description`,
          fix: 'Look whether the recipe belongs to this description',
        },
      ]
    : []),
]
