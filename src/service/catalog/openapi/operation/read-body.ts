import type { BodyTemplate, ParameterTemplate } from '../../definitions.ts'
import { ImportProblem } from '../document/import-problem.ts'
import { isMediaType } from '../document/is-media-type.ts'
import { isJsonObject, toJsonObject, toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveReference } from '../document/resolve-reference.ts'
import { toPlainObject, type PlainObject } from '../schema/to-plain-object.ts'
import { isBinary } from './binary-content.ts'
import { isFile, isFileList } from './file-parts.ts'
import type { Operation } from './read-operations.ts'

export type Body = {
  contentType: string
  encoding: BodyTemplate['encoding']
  required: boolean
  description: string
  schema: unknown
  /** Properties that the account supplies; no schema of an argument has them. */
  credentials: ReadonlySet<string>
  /** Set when its properties become arguments of their own. */
  flat?: PlainObject
  parts: NonNullable<BodyTemplate['parts']>
}

/**
 * The body of an operation, in the media type that fits arguments best; undefined when there is
 * none. Properties that are `credentials` are omitted, since the connected account supplies them.
 */
export const readBody = (
  document: OpenApiDocument,
  operation: Operation,
  credentials: ReadonlySet<string>,
): Body | undefined => {
  if (operation.method === 'HEAD' || operation.method === 'TRACE') return undefined
  const value = toJsonObject(resolveReference(document.root, operation.value.requestBody).value)
  const content = Object.entries(toJsonObject(value.content))
  const offers = content.map(([mediaType, media]) =>
    toOffer(document, mediaType, toJsonObject(media)),
  )
  if (offers.length === 0) return undefined
  const known = offers
    .filter((offer) => offer.rank < unknownRank)
    .sort((one, other) => one.rank - other.rank)[0]
  if (!known)
    throw new ImportProblem(
      `The body is ${offers.map(({ mediaType }) => mediaType).join(' or ')}, which can't be built from arguments`,
    )
  return toBody(document, known, value, credentials)
}

type Offer = {
  mediaType: string
  encoding: BodyTemplate['encoding']
  rank: number
  media: JsonObject
  schema: unknown
}

const unknownRank = 9

const toOffer = (document: OpenApiDocument, mediaType: string, media: JsonObject): Offer => {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase()
  const schema = resolveReference(document.root, media.schema).value
  const form = isMediaType(mediaType)
    ? classify(essence, document, schema)
    : { encoding: 'binary' as const, rank: unknownRank }
  return { mediaType, media, schema, ...form }
}

const classify = (
  essence: string,
  document: OpenApiDocument,
  schema: unknown,
): { encoding: BodyTemplate['encoding']; rank: number } => {
  if (essence === 'application/json') return { encoding: 'json', rank: 0 }
  if (/[/+]json$/.test(essence)) return { encoding: 'json', rank: 1 }
  if (/^[*]\/[*]$|^application\/[*]$/.test(essence) && isStructured(schema))
    return { encoding: 'json', rank: 2 }
  // A form can't carry files, so multipart is preferred when there are any.
  if (essence === 'multipart/form-data' || essence === 'multipart/related')
    return { encoding: 'multipart', rank: hasFiles(document, schema) ? 3 : 5 }
  if (essence === 'application/x-www-form-urlencoded') return { encoding: 'form', rank: 4 }
  if (essence.startsWith('multipart/')) return { encoding: 'multipart', rank: unknownRank }
  if (essence.startsWith('text/') && !isBinary(schema))
    return { encoding: 'text', rank: essence === 'text/plain' ? 6 : 7 }
  if (textual.test(essence) && !isBinary(schema)) return { encoding: 'text', rank: 7 }
  return { encoding: 'binary', rank: 8 }
}

/** A schema that says nothing stands for any content, most often a file. */
const isStructured = (schema: unknown): boolean =>
  !isBinary(schema) && isJsonObject(schema) && Object.keys(schema).some(isConstraint)

const isConstraint = (keyword: string): boolean =>
  !keyword.startsWith('x-') &&
  !['title', 'description', 'example', 'examples', 'externalDocs', 'deprecated'].includes(keyword)

const textual = /[/+](xml|yaml|x-yaml|x-ndjson|ndjson|json-seq|graphql|javascript|toml|sql)$/

const hasFiles = (document: OpenApiDocument, schema: unknown): boolean =>
  Object.values(toPlainObject(document, schema)?.properties ?? {}).some(
    (property) => isFile(document, property) || isFileList(document, property),
  )

const toBody = (
  document: OpenApiDocument,
  { mediaType, encoding, media, schema }: Offer,
  value: JsonObject,
  credentials: ReadonlySet<string>,
): Body => {
  const body: Body = {
    contentType: mediaType.includes('*')
      ? encoding === 'json'
        ? 'application/json'
        : 'application/octet-stream'
      : mediaType,
    encoding,
    required: value.required === true,
    description: toText(value.description) || toText(toJsonObject(schema).description),
    schema: media.schema ?? {},
    credentials,
    parts: {},
  }
  if (encoding === 'text' || encoding === 'binary') return body
  const plain = toPlainObject(document, media.schema)
  const writable =
    plain && withoutProperties(withRequired(withoutReadOnly(document, plain)), credentials)
  // An optional body with required properties has two meanings of an absent value; only a single
  // argument distinguishes them.
  const isFlat =
    writable &&
    (Object.keys(writable.properties).length > 0 || credentials.size > 0) &&
    (body.required || writable.required.length === 0)
  return {
    ...body,
    ...(isFlat && { flat: writable }),
    ...(encoding !== 'json' && {
      parts: readParts(
        document,
        writable?.properties ?? {},
        toJsonObject(media.encoding),
        encoding,
      ),
    }),
  }
}

const withoutReadOnly = (document: OpenApiDocument, plain: PlainObject): PlainObject => {
  const isReadOnly = (property: unknown) =>
    toJsonObject(property).readOnly === true ||
    toJsonObject(resolveReference(document.root, property).value).readOnly === true
  const names = Object.keys(plain.properties).filter((name) => isReadOnly(plain.properties[name]))
  return withoutProperties(plain, new Set(names))
}

const withoutProperties = (plain: PlainObject, names: ReadonlySet<string>): PlainObject => ({
  ...plain,
  properties: Object.fromEntries(
    Object.entries(plain.properties).filter(([name]) => !names.has(name)),
  ),
  required: plain.required.filter((name) => !names.has(name)),
})

/**
 * A property may be required but not described: a request without it would be rejected all the
 * same.
 */
const withRequired = (plain: PlainObject): PlainObject => {
  const undescribed = plain.required.filter((name) => !Object.hasOwn(plain.properties, name))
  if (undescribed.length === 0 || plain.additional === false) return plain
  const schema = isJsonObject(plain.additional)
    ? plain.additional
    : { description: 'Required, though the description of the API does not say what it is' }
  return {
    ...plain,
    properties: {
      ...plain.properties,
      ...Object.fromEntries(undescribed.map((name) => [name, schema])),
    },
  }
}

type Part = Body['parts'][string]

type FormEncoding = 'form' | 'multipart'

const readParts = (
  document: OpenApiDocument,
  properties: JsonObject,
  encodings: JsonObject,
  encoding: FormEncoding,
): Body['parts'] =>
  Object.fromEntries(
    Object.entries(properties)
      .map(
        ([name, property]) =>
          [name, readPart(document, property, toJsonObject(encodings[name]), encoding)] as const,
      )
      .filter(([, part]) => Object.keys(part).length > 0),
  )

const readPart = (
  document: OpenApiDocument,
  property: unknown,
  described: JsonObject,
  encoding: FormEncoding,
): Part => {
  const { contentType, style, explode } = described
  const isList = isFileList(document, property)
  // In a multipart body a list repeats its part, unless the description says that it is joined.
  const isStyled =
    encoding === 'form'
      ? style !== undefined || explode !== undefined
      : explode === false && !isList
  return {
    // "image/png, image/jpeg" and "image/*" leave the choice to the file.
    ...(typeof contentType === 'string' &&
      isMediaType(contentType) &&
      !/[*,]/.test(contentType) && { contentType }),
    ...(isStyled && {
      style: formStyle(style),
      explode: typeof explode === 'boolean' ? explode : formStyle(style) === 'form',
    }),
    ...(encoding === 'multipart' && (isList || isFile(document, property)) && { binary: true }),
    ...(encoding === 'multipart' && isList && { array: true }),
  }
}

const formStyle = (style: unknown): ParameterTemplate['style'] =>
  style === 'spaceDelimited' || style === 'pipeDelimited' || style === 'deepObject' ? style : 'form'
