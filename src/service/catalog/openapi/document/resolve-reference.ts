import { ImportProblem } from './import-problem.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

export type Resolved = {
  value: unknown
  /** The last reference followed, `#/components/…`; absent when the value was no reference. */
  pointer?: string
}

/**
 * Resolves `$ref`, through references to references.
 *
 * Only references within the document are resolved: an import is one document, and reads nothing
 * else.
 */
export const resolveReference = (root: JsonObject, value: unknown): Resolved => {
  let current = value
  let pointer: string | undefined
  const followed = new Set<string>()
  while (isJsonObject(current) && typeof current.$ref === 'string') {
    pointer = current.$ref
    if (followed.has(pointer)) throw new ImportProblem(`$ref "${pointer}" leads back to itself`)
    followed.add(pointer)
    current = lookUp(root, pointer)
  }
  return pointer === undefined ? { value: current } : { value: current, pointer }
}

const lookUp = (root: JsonObject, pointer: string): unknown => {
  if (pointer !== '#' && !pointer.startsWith('#/')) {
    throw new ImportProblem(
      `$ref "${pointer}" points outside of the document; bundle the description into one document first`,
    )
  }
  let current: unknown = root
  for (const segment of pointer.split('/').slice(1)) {
    const key = decode(segment)
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
      throw new ImportProblem(`$ref "${pointer}" names nothing in the document`)
    }
    current = (current as JsonObject)[key]
  }
  return current
}

const decode = (segment: string): string => {
  const plain = segment.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
