import { fromSwagger2 } from './from-swagger-2.ts'
import { ImportProblem } from './import-problem.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { tidyGoogleConversion } from './tidy-google-conversion.ts'

/** A description in the form of OpenAPI 3. */
export type OpenApiDocument = {
  root: JsonObject
  paths: JsonObject
  /** OpenAPI 3.0 ignores the siblings of a `$ref`; later versions do not. */
  ignoresReferenceSiblings: boolean
  /** Constraints that tools omit, for the report; schemas are shared, so each is listed once. */
  notes: Set<string>
}

/**
 * Recognizes OpenAPI 3.x and Swagger 2, and converts the latter. The given document is not changed.
 *
 * Throws for anything else, without quoting it: the address may serve any content.
 */
export const openDocument = (document: unknown): OpenApiDocument => {
  const root = tidyGoogleConversion(toOpenApi3(document))
  if (!isJsonObject(root.paths))
    throw new ImportProblem('The description has no "paths", so it describes no operations')
  return {
    root,
    paths: root.paths,
    ignoresReferenceSiblings: String(root.openapi).startsWith('3.0'),
    notes: new Set(),
  }
}

const toOpenApi3 = (document: unknown): JsonObject => {
  if (!isJsonObject(document))
    throw new ImportProblem(
      `Not an OpenAPI description: expected an object, found ${kindOf(document)}`,
    )
  // YAML reads an unquoted 2.0 or 3.1 as a number.
  const swagger =
    typeof document.swagger === 'number' ? document.swagger.toFixed(1) : document.swagger
  const openapi =
    typeof document.openapi === 'number' ? document.openapi.toFixed(1) : document.openapi
  if (typeof openapi === 'string' && /^3\.\d/.test(openapi)) return { ...document, openapi }
  if (swagger === '2.0') return fromSwagger2({ ...document, swagger })
  if (openapi !== undefined)
    throw new ImportProblem(
      `OpenAPI version ${shown(openapi)} is not known here; give 3.0, 3.1 or Swagger 2.0`,
    )
  if (swagger !== undefined)
    throw new ImportProblem(
      `Swagger version ${shown(swagger)} is not known here; give Swagger 2.0 or OpenAPI 3`,
    )
  throw new ImportProblem(
    'Not an OpenAPI description: neither "openapi" nor "swagger" names a version',
  )
}

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'string'
        ? 'text'
        : `a ${typeof value}`

const shown = (version: unknown): string =>
  typeof version === 'string' && /^\d[\d.]{0,9}$/.test(version) ? `"${version}"` : kindOf(version)
