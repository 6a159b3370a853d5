import { JSONPathEnvironment, JSONPathError, type JSONValue } from 'json-p3'
import { OverlayProblem } from './overlay-problem.ts'

/** A value that a query found: its keys from the root on. */
export type Found = { location: readonly (string | number)[]; value: unknown }

/** Descriptions are nested at most 200 levels deep before overlays add to them. */
export const maximumDepth = 400

const environment = new JSONPathEnvironment({ maxRecursionDepth: maximumDepth })

// They run regular expressions, which whoever writes a recipe could make endless.
for (const name of ['match', 'search']) environment.functionRegister.delete(name)

/** What is wrong with a JSONPath of RFC 9535; undefined: nothing. */
export const problemOfPath = (path: string): string | undefined => {
  try {
    environment.compile(path)
    return undefined
  } catch (error) {
    if (/\b(?:match|search)\s*\(/.test(path))
      return 'must not use the functions match() and search(), which are not supported; compare with =='
    if (error instanceof JSONPathError || error instanceof RangeError)
      return 'must be a JSONPath of RFC 9535, such as $.paths["/pets"].get'
    throw error
  }
}

/** The values that a JSONPath selects, which must be valid. Throws an `OverlayProblem`. */
export const queryPath = function* (path: string, document: unknown): Generator<Found> {
  try {
    yield* environment.lazyQuery(path, document as JSONValue)
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error
    throw new OverlayProblem(`${path.slice(0, 300)} cannot be evaluated: ${error.message}`, {
      cause: error,
    })
  }
}
