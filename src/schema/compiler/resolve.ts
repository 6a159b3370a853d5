import { isObject, type JsonObject, type JsonSchema, type SchemaOptions } from '../json-schema.ts'
import {
  addDocument,
  addSchema,
  createSchemaIndex,
  placeOf,
  rootAddress,
  type Place,
  type SchemaIndex,
} from './schema-index.ts'
import { splitAddress, stepsOfPointer, toAddress } from './addresses.ts'

/** Indexes the schemas of a document, and of the given documents that it references. */
export const indexDocument = (root: JsonSchema, options: SchemaOptions): SchemaIndex => {
  const index = createSchemaIndex(root, options)
  if (index.references) {
    index.isTree = false
    // Resolving may add further documents with further references; the array grows during the loop.
    for (const { reference, base } of index.references) resolve(index, reference, base)
    index.references = undefined
  } else {
    index.seen = undefined
  }
  return index
}

/** The target of a reference written at `base`; undefined if it is unknown. */
export const resolve = (index: SchemaIndex, reference: string, base: string): unknown => {
  const address = toAddress(reference, base)
  if (address === undefined) return undefined
  const [resource, fragment] = splitAddress(address)
  const document = index.targets.has(resource) ? index.targets.get(resource) : load(index, resource)
  if (fragment === '' || document === undefined) return document
  if (!fragment.startsWith('/')) return index.targets.get(`${resource}#${fragment}`)
  return followPointer(index, document, fragment, { ...index.outside, base: resource })
}

export const resourceAt = (index: SchemaIndex, base: string): unknown => index.targets.get(base)

export const dynamicAnchor = (
  index: SchemaIndex,
  base: string,
  name: string,
): JsonObject | undefined => index.dynamicAnchors?.get(`${base}#${name}`)

/** Adds the given document of an address when it is first referenced. */
const load = (index: SchemaIndex, address: string): unknown => {
  const remotes = index.options.remotes ?? {}
  const name = [address, `${address}#`].find((candidate) => Object.hasOwn(remotes, candidate))
  if (name !== undefined) addDocument(index, remotes[name], address)
  if (index.targets.has(address) || index.hasRemotes) return index.targets.get(address)
  // The address may be the `$id` of a schema inside another document, or be spelled differently.
  index.hasRemotes = true
  for (const [remote, document] of Object.entries(remotes))
    addDocument(index, document, splitAddress(toAddress(remote, rootAddress) ?? remote)[0])
  return index.targets.get(address)
}

const followPointer = (
  index: SchemaIndex,
  document: unknown,
  pointer: string,
  start: Place,
): unknown => {
  let target = document
  let place = start
  for (const step of stepsOfPointer(pointer)) {
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, step))
      return undefined
    if (isObject(target)) place = index.seen?.has(target) ? placeOf(index, target) : place
    target = (target as JsonObject)[step]
  }
  // What is below an unknown keyword, such as OpenAPI's `components`, was not indexed before.
  addSchema(index, target, place)
  return target
}
