import { toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import type { Operation } from '../operation/read-operations.ts'
import type { FoundCredential } from '../secrets/find-credentials.ts'
import { placeOf } from '../secrets/place-of.ts'
import { readSecurity } from './read-security.ts'

/**
 * The names of the schemes that a description asks for: those in its `security` or in that of an
 * operation, and API keys that an operation takes as a parameter.
 */
export const askedSchemes = (
  document: OpenApiDocument,
  operations: Operation[],
  declared: Record<string, JsonObject>,
  found: FoundCredential[],
): Set<string> => {
  const places = new Set(found.map(({ place, name }) => placeOf(place, name)))
  const named = [{ value: {} }, ...operations].flatMap((operation) =>
    (readSecurity(document, operation) ?? []).flatMap((requirement) => Object.keys(requirement)),
  )
  const taken = Object.entries(declared).flatMap(([name, scheme]) =>
    scheme.type === 'apiKey' && places.has(placeOf(toText(scheme.in), toText(scheme.name)))
      ? [name]
      : [],
  )
  return new Set([...named, ...taken])
}
