import type { JsonObject, JsonSchema, SchemaOptions } from '../json-schema.ts'
import type { Place, SchemaIndex } from './schema-index.ts'
import { isObject } from '../json-schema.ts'
import { splitAddress, stepsOfPointer, toAddress } from './addresses.ts'
import { createDialect } from './dialect.ts'
import { createSchemaIndex } from './schema-index.ts'

/** Finds schemas by what refers to them; `$ref` and its relatives look here. */
export interface Registry {
  placeOf(schema: JsonObject): Place
  /** What a reference written at `base` points to; undefined when that is unknown. */
  resolve(reference: string, base: string): unknown
  resource(base: string): unknown
  dynamicAnchor(base: string, name: string): JsonObject | undefined
  readonly features: SchemaIndex['features']
}

export const createRegistry = (root: JsonSchema, options: SchemaOptions): Registry => {
  const index = createSchemaIndex(options)
  const outside: Place = { base: rootAddress, dialect: createDialect(options.draft) }
  const load = createLoader(index, options.remotes ?? {})

  const resolve = (reference: string, base: string): unknown => {
    const address = toAddress(reference, base)
    if (address === undefined) return undefined
    const [resource, fragment] = splitAddress(address)
    const document = index.resources.get(resource) ?? load(resource)
    if (fragment === '' || document === undefined) return document
    if (!fragment.startsWith('/')) return index.anchors.get(`${resource}#${fragment}`)
    return followPointer(index, document, fragment, { ...outside, base: resource })
  }

  index.addDocument(root, rootAddress)
  // Resolving may bring in further documents with further references; the array grows meanwhile.
  for (const { reference, base } of index.references) resolve(reference, base)

  return {
    placeOf: (schema) => index.places.get(schema) ?? outside,
    resolve,
    resource: (base) => index.resources.get(base),
    dynamicAnchor: (base, name) => index.dynamicAnchors.get(`${base}#${name}`),
    features: index.features,
  }
}

/** A document without `$id` still needs an address to resolve references against. */
const rootAddress = 'schema:/'

/** Adds the given document of an address when it is first asked for. */
const createLoader = (index: SchemaIndex, remotes: Readonly<Record<string, JsonSchema>>) => {
  let hasAll = false
  return (address: string): unknown => {
    const name = [address, `${address}#`].find((candidate) => Object.hasOwn(remotes, candidate))
    if (name !== undefined) index.addDocument(remotes[name], address)
    if (index.resources.has(address) || hasAll) return index.resources.get(address)
    // The address may be the `$id` of a schema inside another document, or be written in another way.
    hasAll = true
    for (const [remote, document] of Object.entries(remotes))
      index.addDocument(document, splitAddress(toAddress(remote, rootAddress) ?? remote)[0])
    return index.resources.get(address)
  }
}

const followPointer = (index: SchemaIndex, document: unknown, pointer: string, start: Place): unknown => {
  let target = document
  let place = start
  for (const step of stepsOfPointer(pointer)) {
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, step)) return undefined
    if (isObject(target)) place = index.places.get(target) ?? place
    target = (target as JsonObject)[step]
  }
  // What lies under an unknown keyword, such as OpenAPI's `components`, was not seen as a schema before.
  index.addSchema(target, place)
  return target
}
