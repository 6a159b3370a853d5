import type { TextParser } from '../../platform/untrusted-text/index.ts'
import { ServiceError } from '../../service-error.ts'

/**
 * Reads a recipe, and adds line and column to each problem where it came as a text: `recipe.slug:
 * must …` becomes `recipe.slug: must … (line 2, column 1)`.
 */
export const withPositions = async <Value>(
  texts: Pick<TextParser, 'locate'>,
  given: unknown,
  read: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ServiceError) || typeof given !== 'string') throw error
    const { errors = [] } = error
    const paths = errors.map((problem) => /^recipe\.(.+?): /.exec(problem)?.[1])
    const named = paths.filter((path) => path !== undefined)
    if (named.length === 0) throw error
    const located = await texts.locate(given, named)
    const positions = new Map(named.map((path, index) => [path, located[index]]))
    throw new ServiceError(error.slug, error.message, {
      suggestedFix: error.suggestedFix,
      cause: error,
      errors: errors.map((problem, index) => {
        const position = positions.get(paths[index] ?? '')
        return position ? `${problem} (line ${position.line}, column ${position.column})` : problem
      }),
    })
  }
}
