import type { Recipe } from '../../../contract/recipe/recipe.ts'
import { UntrustedTextError, type TextParser } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'
import { checkRecipe } from './check-recipe.ts'
import { parseRecipe } from './recipe-problems.ts'

/**
 * Reads the recipe of a request: JSON, or the text of a YAML file, which is parsed in a thread as
 * any text of others. Throws a `ServiceError` that names each problem by its path.
 */
export const readRecipe = async (
  texts: Pick<TextParser, 'parseDocument'>,
  given: unknown,
): Promise<Recipe> => {
  const read = parseRecipe(typeof given === 'string' ? await parse(texts, given) : given)
  if ('problems' in read) throw invalidRecipe(read.problems)
  const problems = [...checkRecipe(read.recipe), ...(await overlayProblems(read.recipe))]
  if (problems.length > 0) throw invalidRecipe(problems)
  return read.recipe
}

/** The parser of JSONPath is loaded with the first overlay. */
const overlayProblems = async ({ description: { overlay } }: Recipe): Promise<string[]> =>
  overlay ? (await import('../overlay/index.ts')).problemsOfOverlay(overlay) : []

const parse = async (texts: Pick<TextParser, 'parseDocument'>, text: string): Promise<unknown> => {
  try {
    return await texts.parseDocument(text)
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError)) throw cause
    throw new ServiceError('invalid_request', `The recipe ${cause.message}`, {
      suggestedFix: 'Send the text of a YAML or JSON file',
      errors: [`recipe: ${cause.message}`],
      cause,
    })
  }
}

const invalidRecipe = (problems: string[]) =>
  new ServiceError('invalid_request', 'The recipe is not valid', {
    suggestedFix: 'Correct what `errors` lists',
    errors: problems,
  })
