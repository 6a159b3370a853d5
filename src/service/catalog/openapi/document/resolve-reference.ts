import { quote } from '../../../platform/quote.ts'
import { filesKey, missingFilesKey } from './file-keys.ts'
import { ImportProblem } from './import-problem.ts'
import { isJsonObject, toJsonObject, type JsonObject } from './json-object.ts'

type Resolved = {
  value: unknown
  /** The last reference followed, `#/components/…`; absent when the value was no reference. */
  pointer?: string
}

/**
 * Resolves `$ref`, through references to references.
 *
 * Only references within the document are resolved; `bundleFiles` reads other files into it.
 */
export const resolveReference = (root: JsonObject, value: unknown): Resolved => {
  // Most values are none, and an import asks about each of its properties.
  if (!isJsonObject(value) || typeof value.$ref !== 'string') return { value }
  let current: unknown = value
  let pointer: string | undefined
  const followed = new Set<string>()
  while (isJsonObject(current) && typeof current.$ref === 'string') {
    pointer = current.$ref
    if (followed.has(pointer)) throw new ImportProblem(`$ref "${pointer}" leads back to itself`)
    followed.add(pointer)
    current = lookUp(root, pointer)
  }
  return { value: current, ...(pointer !== undefined && { pointer }) }
}

/**
 * The members of `properties` or `responses`, which some descriptions keep elsewhere as a whole:
 * `properties: {$ref: '…'}`.
 */
export const resolveMembers = (root: JsonObject, value: unknown): JsonObject =>
  toJsonObject(
    isJsonObject(value) && typeof value.$ref === 'string'
      ? resolveReference(root, value).value
      : value,
  )

const lookUp = (root: JsonObject, pointer: string): unknown => {
  if (pointer !== '#' && !pointer.startsWith('#/')) {
    throw new ImportProblem(
      `$ref "${pointer}" points outside of the document; give the description by its address or with its files, or bundle it into one document`,
    )
  }
  const { value, isFound } = findAt(root, pointer.slice(1))
  if (!isFound) throw notFound(root, pointer)
  return value
}

type Found = {
  value?: unknown
  isFound: boolean
  /** A reference on the way to the value, which has to be resolved first. */
  through?: JsonObject
}

/** The value at a pointer, the part of a reference after its `#`. */
export const findAt = (document: unknown, pointer: string): Found => {
  let current = document
  for (const segment of pointer.split('/').slice(1)) {
    const key = decode(segment)
    if (typeof current !== 'object' || current === null) return { isFound: false }
    if (!Object.hasOwn(current, key))
      return {
        isFound: false,
        ...(isJsonObject(current) && typeof current.$ref === 'string' && { through: current }),
      }
    current = (current as JsonObject)[key]
  }
  return { value: current, isFound: true }
}

/** A file that could not be read is noted with its reason. */
const notFound = (root: JsonObject, pointer: string): ImportProblem => {
  const [, section, file] = pointer.split('/').map(decode)
  const reason =
    section === filesKey && file !== undefined && toJsonObject(root[missingFilesKey])[file]
  return new ImportProblem(
    typeof reason === 'string'
      ? `The file ${quote(file ?? '')} was not read: ${reason}`
      : `$ref "${pointer}" names nothing in the document`,
  )
}

export const escapeSegment = (key: string): string =>
  key.replaceAll('%', '%25').replaceAll('~', '~0').replaceAll('/', '~1')

const decode = (segment: string): string => {
  if (!/[~%]/.test(segment)) return segment
  const plain = segment.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
