import type { JsonObject, SchemaOptions } from '../json-schema.ts'
import type { Dialect } from './dialect.ts'
import { hasProperty, isObject } from '../json-schema.ts'
import { splitAddress, toAddress } from './addresses.ts'
import { childSchemas } from './child-schemas.ts'
import { createDialect, dialectNamedBy } from './dialect.ts'

/** Where a schema stands: the address of its resource, and how its keywords are read. */
export interface Place {
  base: string
  dialect: Dialect
}

/** What is known of the schemas seen so far. */
export interface SchemaIndex {
  readonly places: Map<JsonObject, Place>
  /** Documents, and schemas with an `$id`, by their address. */
  readonly resources: Map<string, unknown>
  /** Named schemas by `address#name`. */
  readonly anchors: Map<string, JsonObject>
  readonly dynamicAnchors: Map<string, JsonObject>
  readonly references: { reference: string; base: string }[]
  /** Whether any schema asks what others have evaluated, or refers dynamically; most don't, and run faster for it. */
  readonly features: { unevaluated: boolean; dynamicScope: boolean }
  addDocument(document: unknown, address: string): void
  addSchema(schema: unknown, outer: Place, depth?: number): void
}

const maximumSchemaDepth = 256

export const createSchemaIndex = (options: SchemaOptions): SchemaIndex => {
  const dialect = createDialect(options.draft)
  const index: SchemaIndex = {
    places: new Map(),
    resources: new Map(),
    anchors: new Map(),
    dynamicAnchors: new Map(),
    references: [],
    features: { unevaluated: false, dynamicScope: false },
    addDocument: (document, address) => {
      if (index.resources.has(address)) return
      index.resources.set(address, document)
      index.addSchema(document, { base: address, dialect })
    },
    addSchema: (schema, outer, depth = 0) => {
      if (!isObject(schema) || index.places.has(schema) || depth > maximumSchemaDepth) return
      const place = enterResource(index, schema, { ...outer, dialect: dialectNamedBy(schema, options) ?? outer.dialect })
      index.places.set(schema, place)
      addAnchors(index, schema, place)
      addReferences(index, schema, place)
      for (const child of childSchemas(schema)) index.addSchema(child, place, depth + 1)
    },
  }
  return index
}

const enterResource = ({ anchors, resources }: SchemaIndex, schema: JsonObject, place: Place): Place => {
  const id = schema[place.dialect.identifier]
  if (typeof id !== 'string' || (place.dialect.refHidesSiblings && typeof schema['$ref'] === 'string')) return place
  const address = toAddress(id, place.base)
  if (address === undefined) return place
  const [base, fragment] = splitAddress(address)
  // Up to draft-07 a plain name is given by `$id: "#name"`.
  if (fragment && !fragment.startsWith('/')) anchors.set(`${base}#${fragment}`, schema)
  if (!resources.has(base)) resources.set(base, schema)
  return { ...place, base }
}

const addAnchors = ({ anchors, dynamicAnchors }: SchemaIndex, schema: JsonObject, { base, dialect }: Place): void => {
  const { $anchor, $dynamicAnchor } = schema
  if (typeof $anchor === 'string' && dialect.knows('$anchor')) anchors.set(`${base}#${$anchor}`, schema)
  if (typeof $dynamicAnchor !== 'string' || !dialect.knows('$dynamicAnchor')) return
  anchors.set(`${base}#${$dynamicAnchor}`, schema)
  dynamicAnchors.set(`${base}#${$dynamicAnchor}`, schema)
}

const addReferences = ({ features, references }: SchemaIndex, schema: JsonObject, { base }: Place): void => {
  if (hasProperty(schema, 'unevaluatedProperties') || hasProperty(schema, 'unevaluatedItems')) features.unevaluated = true
  if (hasProperty(schema, '$dynamicRef') || hasProperty(schema, '$recursiveRef')) features.dynamicScope = true
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = schema[keyword]
    if (typeof reference === 'string') references.push({ reference, base })
  }
}
