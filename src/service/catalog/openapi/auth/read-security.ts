import { isJsonObject, toJsonObject, toList, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import type { Operation } from '../operation/read-operations.ts'

/** Scheme name -> scopes; all schemes of a requirement are needed together. */
export type SecurityRequirement = Record<string, string[]>

/**
 * The requirements of an operation, of which one must be met. Empty: none. Undefined: the
 * description does not declare any.
 */
export const readSecurity = (
  { root }: Pick<OpenApiDocument, 'root'>,
  operation: Pick<Operation, 'value'>,
): SecurityRequirement[] | undefined => {
  const security = operation.value.security ?? root.security
  return Array.isArray(security) ? security.filter(isJsonObject).map(toRequirement) : undefined
}

const toRequirement = (requirement: JsonObject): SecurityRequirement =>
  Object.fromEntries(
    Object.entries(requirement).map(([scheme, scopes]) => [scheme, toList(scopes).map(String)]),
  )

/** Scopes of the OAuth schemes among the requirements, in one list. */
export const readScopes = (
  { root }: Pick<OpenApiDocument, 'root'>,
  requirements: SecurityRequirement[],
): string[] => {
  const schemes = toJsonObject(toJsonObject(root.components).securitySchemes)
  const isOAuth = (name: string) =>
    ['oauth2', 'openIdConnect'].includes(String(toJsonObject(schemes[name]).type))
  return [
    ...new Set(
      requirements.flatMap((requirement) =>
        Object.entries(requirement).flatMap(([name, scopes]) => (isOAuth(name) ? scopes : [])),
      ),
    ),
  ]
}
