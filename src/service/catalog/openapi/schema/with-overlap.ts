import type { JsonSchema } from '../../definitions.ts'
import { toJsonObject, toList, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveMembers, resolveReference } from '../document/resolve-reference.ts'

/**
 * A converted schema of a request, with its `oneOf` as `anyOf`.
 *
 * Objects of OpenAPI are open, so that one value often fits several alternatives, and the API
 * decides which of them it is: "exactly one" would refuse calls that the API accepts. What it decides
 * by has to be given.
 */
export const withOverlap = (
  document: OpenApiDocument,
  described: JsonObject,
  converted: JsonSchema,
): JsonSchema => {
  if (converted.oneOf === undefined) return converted
  const { oneOf: alternatives } = converted
  const mark = discriminatorOf(document, described)
  const own = toList(converted.required)
  return {
    ...Object.fromEntries(
      Object.entries(converted).flatMap(([keyword, value]) => {
        if (keyword !== 'oneOf') return [[keyword, value]]
        return converted.anyOf === undefined ? [['anyOf', alternatives]] : []
      }),
    ),
    ...(converted.anyOf !== undefined && {
      allOf: [...toList(converted.allOf), { anyOf: alternatives }],
    }),
    ...(mark !== undefined && !own.includes(mark) && { required: [...own, mark] }),
  }
}

/** The property that tells alternatives apart, where each has it and not all say that it is required. */
const discriminatorOf = (
  document: OpenApiDocument,
  { discriminator, oneOf }: JsonObject,
): string | undefined => {
  const { propertyName: name, defaultMapping } = toJsonObject(discriminator)
  if (typeof name !== 'string' || defaultMapping !== undefined) return undefined
  const members = toList(oneOf).map((member) =>
    toJsonObject(resolveReference(document.root, member).value),
  )
  const isGiven = (member: JsonObject): boolean => {
    const properties = resolveMembers(document.root, member.properties)
    if (!Object.hasOwn(properties, name)) return false
    const property = toJsonObject(resolveReference(document.root, properties[name]).value)
    return property.default === undefined && property.readOnly !== true
  }
  return members.every(isGiven) && members.some(({ required }) => !toList(required).includes(name))
    ? name
    : undefined
}
