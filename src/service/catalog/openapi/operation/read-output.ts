import { toDataSchema } from '../../../../schema/to-data-schema.ts'
import type { JsonSchema } from '../../definitions.ts'
import { nameInData } from '../../name-in-data.ts'
import { isMediaType } from '../document/is-media-type.ts'
import { isJsonObject, toJsonObject, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveMembers, resolveReference } from '../document/resolve-reference.ts'
import { convertSchema } from '../schema/convert-schema.ts'
import type { SharedDefinitions } from '../schema/create-shared-definitions.ts'
import type { Operation } from './read-operations.ts'
import { toDataOfMediaType } from './to-data-of-media-type.ts'

export type Output = { schema: JsonSchema; accept: string[] }

/**
 * The successful response: the schema of the first 2xx response in JSON, and the media types to
 * accept.
 */
export const readOutput = (
  document: OpenApiDocument,
  shared: SharedDefinitions,
  operation: Operation,
): Output => {
  const contents = successes(document, operation).map((response) => contentOf(document, response))
  const mediaTypes = [...new Set(contents.flatMap((content) => Object.keys(content)))].sort(
    (one, other) => rank(one) - rank(other),
  )
  const inJson = contents.find((content) => Object.keys(content).some(isJson))
  if (!inJson) return { schema: toDataOfMediaType(mediaTypes[0]), accept: mediaTypes }
  const mediaType = Object.keys(inJson).sort((one, other) => rank(one) - rank(other))[0] as string
  const { schema } = toJsonObject(inJson[mediaType])
  return {
    schema: isJsonObject(schema)
      ? toDataSchema(toOutput(document, shared, schema), nameInData, shared.of('output'))
      : { type: 'object', description: 'A value in JSON' },
    accept: mediaTypes,
  }
}

const successes = (document: OpenApiDocument, operation: Operation): unknown[] => {
  const responses = resolveMembers(document.root, operation.value.responses)
  const codes = Object.keys(responses)
    .filter((code) => /^2(\d\d|XX)$/i.test(code))
    .sort()
  return (codes.length > 0 ? codes : ['default']).flatMap((code) =>
    Object.hasOwn(responses, code) ? [responses[code]] : [],
  )
}

const contentOf = (document: OpenApiDocument, response: unknown): JsonObject => {
  const { content } = toJsonObject(resolveReference(document.root, response).value)
  return Object.fromEntries(
    Object.entries(toJsonObject(content)).filter(([mediaType]) => isMediaType(mediaType)),
  )
}

const essenceOf = (mediaType: string): string =>
  (mediaType.split(';')[0] ?? '').trim().toLowerCase()

const isJson = (mediaType: string): boolean => /[/+]json$/.test(essenceOf(mediaType))

const rank = (mediaType: string): number =>
  essenceOf(mediaType) === 'application/json' ? 0 : isJson(mediaType) ? 1 : 2

/** The response schema itself, not a reference to it, so that its fields are visible at once. */
const toOutput = (
  document: OpenApiDocument,
  shared: SharedDefinitions,
  schema: JsonObject,
): JsonSchema => {
  const isReference = Object.keys(schema).every((keyword) => keyword === '$ref')
  return shared.add(
    convertSchema(
      document,
      isReference ? resolveReference(document.root, schema).value : schema,
      'output',
    ),
    'output',
  )
}
