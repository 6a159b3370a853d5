import {
  hasProperty,
  isObject,
  type JsonObject,
  type JsonSchema,
  type SchemaOptions,
} from '../json-schema.ts'
import { createDialect, dialectNamedBy, type Dialect } from './dialect.ts'
import { splitAddress, toAddress } from './addresses.ts'
import { visitChildSchemas } from './child-schemas.ts'

/** The location of a schema: the address of its resource, and the dialect of its keywords. */
export type Place = {
  readonly base: string
  readonly dialect: Dialect
}

/**
 * The known schemas of a document, and of those it references. Most documents are plain trees, and
 * leave most of this empty.
 */
export type SchemaIndex = {
  readonly options: SchemaOptions
  /** The location of a schema that is not in `places`. */
  readonly outside: Place
  /** Schemas at other locations. */
  places: Map<JsonObject, Place> | undefined
  /** All indexed schemas; cleared when nothing references any. */
  seen: Set<JsonObject> | undefined
  /**
   * Whether a schema may be reached in two ways: by a reference, or as one object in two places.
   */
  isTree: boolean
  /** Documents and schemas with an `$id` by their address, named schemas by `address#name`. */
  readonly targets: Map<string, unknown>
  dynamicAnchors: Map<string, JsonObject> | undefined
  references: { reference: string; base: string }[] | undefined
  /** Whether all documents given as remotes were indexed. */
  hasRemotes: boolean
  /**
   * Whether any schema uses `unevaluated...` or dynamic references; most do not, and are checked
   * faster.
   */
  asksEvaluated: boolean
  refersDynamically: boolean
}

/** A document without `$id` still needs an address to resolve references against. */
export const rootAddress = 'schema:/'

export const createSchemaIndex = (root: JsonSchema, options: SchemaOptions): SchemaIndex => {
  const index = createEmptyIndex(options)
  addDocument(index, root, rootAddress)
  return index
}

/** The location of each schema: the root of a document. */
export const createEmptyIndex = (options: SchemaOptions): SchemaIndex => ({
  options,
  outside: outsideOf(options),
  places: undefined,
  seen: undefined,
  isTree: true,
  targets: new Map(),
  dynamicAnchors: undefined,
  references: undefined,
  hasRemotes: false,
  asksEvaluated: false,
  refersDynamically: false,
})

export const placeOf = ({ places, outside }: SchemaIndex, schema: JsonObject): Place =>
  places?.get(schema) ?? outside

export const addDocument = (index: SchemaIndex, document: unknown, address: string): void => {
  if (index.targets.has(address)) return
  index.targets.set(address, document)
  addSchema(
    index,
    document,
    address === rootAddress ? index.outside : { base: address, dialect: index.outside.dialect },
  )
}

/**
 * Adds a schema and those inside it. A work list instead of recursion, because a schema may be
 * nested deeper than the call stack allows.
 */
export const addSchema = (index: SchemaIndex, schema: unknown, outer: Place): void => {
  const schemas = [schema]
  const outers = [outer]
  const seen = (index.seen ??= new Set())
  for (let at = 0; at < schemas.length; at += 1) {
    const schema = schemas[at]
    if (!isObject(schema)) continue
    if (seen.has(schema)) {
      index.isTree = false
      continue
    }
    seen.add(schema)
    const place = addOne(index, schema, outers[at] ?? outer)
    visitChildSchemas(schema, (child) => {
      schemas.push(child)
      outers.push(place)
    })
  }
}

const addOne = (index: SchemaIndex, schema: JsonObject, outer: Place): Place => {
  const dialect = dialectNamedBy(schema, index.options)
  const place = enterResource(index, schema, dialect ? { ...outer, dialect } : outer)
  if (place !== index.outside) (index.places ??= new Map()).set(schema, place)
  addAnchors(index, schema, place)
  addReferences(index, schema, place)
  return place
}

const enterResource = ({ targets }: SchemaIndex, schema: JsonObject, place: Place): Place => {
  const id = schema[place.dialect.identifier]
  if (
    typeof id !== 'string' ||
    (place.dialect.refHidesSiblings && typeof schema['$ref'] === 'string')
  )
    return place
  const address = toAddress(id, place.base)
  if (address === undefined) return place
  const [base, fragment] = splitAddress(address)
  // Up to draft-07 a plain name is defined by `$id: "#name"`.
  if (fragment && !fragment.startsWith('/')) targets.set(`${base}#${fragment}`, schema)
  if (!targets.has(base)) targets.set(base, schema)
  return base === place.base ? place : { ...place, base }
}

const addAnchors = (index: SchemaIndex, schema: JsonObject, { base, dialect }: Place): void => {
  const { $anchor, $dynamicAnchor } = schema
  if (typeof $anchor === 'string' && dialect.knows('$anchor'))
    index.targets.set(`${base}#${$anchor}`, schema)
  if (typeof $dynamicAnchor !== 'string' || !dialect.knows('$dynamicAnchor')) return
  index.targets.set(`${base}#${$dynamicAnchor}`, schema)
  index.dynamicAnchors ??= new Map()
  index.dynamicAnchors.set(`${base}#${$dynamicAnchor}`, schema)
}

const addReferences = (index: SchemaIndex, schema: JsonObject, { base }: Place): void => {
  if (hasProperty(schema, 'unevaluatedProperties') || hasProperty(schema, 'unevaluatedItems'))
    index.asksEvaluated = true
  if (hasProperty(schema, '$dynamicRef') || hasProperty(schema, '$recursiveRef'))
    index.refersDynamically = true
  for (const keyword of referenceKeywords) {
    const reference = schema[keyword]
    if (typeof reference === 'string') (index.references ??= []).push({ reference, base })
  }
}

const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef']

/** One object for all documents of a draft. */
const outsideOf = ({ draft }: SchemaOptions): Place => {
  const place = outsides.get(draft) ?? { base: rootAddress, dialect: createDialect(draft) }
  outsides.set(draft, place)
  return place
}

const outsides = new Map<SchemaOptions['draft'], Place>()
