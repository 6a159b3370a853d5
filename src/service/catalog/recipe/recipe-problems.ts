import { z } from 'zod'
import { findUnknownKeys } from '../../../contract/find-unknown-keys.ts'
import { recipe, type Recipe } from '../../../contract/recipe/recipe.ts'
import { issueTexts, plainWords } from '../../endpoint/index.ts'

/** A recipe, or what is wrong with it: each with its path, and what to write instead. */
export const parseRecipe = (value: unknown): { recipe: Recipe } | { problems: string[] } => {
  const parsed = recipe.safeParse(value, { error: plainWords })
  const unknown = findUnknownKeys({ body: recipe }, value)
    .keys.filter(({ path }) => !isFreeForm(path))
    .map(
      ({ path, similar }) =>
        `recipe.${path}: is not known here${similar === undefined ? '' : `; did you mean "${similar}"?`}`,
    )
  const invalid = parsed.success
    ? []
    : parsed.error.issues
        .filter(({ code }) => code !== 'unrecognized_keys')
        .flatMap((issue) => issueTexts('recipe', issue))
  const problems = [...unknown, ...invalid]
  if (parsed.success && problems.length === 0) return { recipe: parsed.data }
  return { problems: problems.length > 0 ? problems : issuesOf(parsed) }
}

/** An overlay is a document of its own standard, which has extensions. */
const isFreeForm = (path: string): boolean => path.startsWith('description.overlay.')

/** A key that is refused, and that no walk of the schema finds. */
const issuesOf = (parsed: z.ZodSafeParseResult<Recipe>): string[] =>
  (parsed.error?.issues ?? []).flatMap((issue) => issueTexts('recipe', issue))
