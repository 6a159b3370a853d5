import { isObject, type JsonObject } from '../json-schema.ts'
import {
  following,
  inside,
  note,
  type Converted,
  type Conversion,
  type Place,
} from './conversion.ts'
import { describeKeywords } from './describe-keywords.ts'
import { mergeSchemas } from './merge-schemas.ts'
import { readNode } from './read-node.ts'

/**
 * Converts `allOf` to one schema; what cannot be merged prevents strictness, and is otherwise moved
 * to the description.
 */
export const convertAllOf = (
  conversion: Conversion,
  { allOf, ...node }: JsonObject,
  place: Place,
): Converted => {
  let folded = node
  let inner = place
  const left: unknown[] = []
  for (const branch of allOf as unknown[]) {
    const read = readBranch(conversion, branch, inner)
    const merged = read && mergeSchemas(folded, read.node)
    if (merged) [folded, inner] = [merged, read.place]
    else left.push(branch)
  }
  const at = inside(place, 'allOf')
  if (left.length === 0) {
    note(conversion, at, 'merged', 'same', '`allOf` became one schema')
    return conversion.convert(conversion, folded, inner)
  }
  conversion.obstacles.push({
    path: at.path,
    reason: 'the schemas of `allOf` cannot be merged exactly',
  })
  note(
    conversion,
    at,
    'text',
    'wider',
    'The parts of `allOf` that could not be merged were moved to the description',
  )
  return conversion.convert(
    conversion,
    { ...folded, description: describeKeywords(folded['description'], [['allOf', left]]) },
    inner,
  )
}

/**
 * A branch that is only a reference is replaced by its target, unless that is being followed
 * already.
 */
const readBranch = (
  conversion: Conversion,
  branch: unknown,
  place: Place,
): { node: JsonObject; place: Place } | undefined => {
  if (branch === true) return { node: {}, place }
  if (!isObject(branch)) return undefined
  const node = readNode(branch)
  if (typeof node['$ref'] !== 'string' || Object.keys(node).length > 1) return { node, place }
  const target = conversion.registry.resolve(node['$ref'], conversion.registry.placeOf(branch).base)
  return isObject(target) && !place.open.includes(target)
    ? readBranch(conversion, target, following(place, target))
    : { node, place }
}
