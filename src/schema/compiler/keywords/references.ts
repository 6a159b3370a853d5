import { spend, type Check } from '../check.ts'
import type { Keyword, SchemaNode } from '../schema-node.ts'
import { isObject } from '../../json-schema.ts'
import { dynamicAnchor, resolve, resourceAt } from '../resolve.ts'
import { splitAddress } from '../addresses.ts'

/** `$ref`. An unknown target is accepted with a warning; nothing is fetched. */
export const reference: Keyword = (node) => {
  const target = node.get('$ref')
  return typeof target === 'string' ? refer(node, target) : undefined
}

/**
 * `$dynamicRef` (2020-12): like `$ref`, but the outermost schema resource with that dynamic anchor
 * wins.
 */
export const dynamicReference: Keyword = (node) => {
  const target = node.get('$dynamicRef')
  if (typeof target !== 'string') return undefined
  const { index } = node
  const [, name] = splitAddress(target)
  const initial = resolve(index, target, node.place.base)
  if (!isObject(initial) || initial['$dynamicAnchor'] !== name) return refer(node, target)
  return referDynamically(node, initial, (base) => dynamicAnchor(index, base, name))
}

/**
 * `$recursiveRef` (2019-09): the outermost schema resource that says `$recursiveAnchor: true` wins.
 */
export const recursiveReference: Keyword = (node) => {
  const target = node.get('$recursiveRef')
  if (typeof target !== 'string') return undefined
  const { index } = node
  const initial = resolve(index, target, node.place.base)
  if (!isObject(initial) || initial['$recursiveAnchor'] !== true) return refer(node, target)
  return referDynamically(node, initial, (base) => {
    const resource = resourceAt(index, base)
    return isObject(resource) && resource['$recursiveAnchor'] === true ? resource : undefined
  })
}

const refer = (node: SchemaNode, target: string): Check | undefined => {
  const schema = resolve(node.index, target, node.place.base)
  if (schema !== undefined) return onceAtAPlace(node, schema)
  node.warn(`The reference ${JSON.stringify(target)} cannot be resolved; its values were accepted`)
  return undefined
}

/** The target depends on the run, so targets are compiled when they are first reached. */
const referDynamically = (
  node: SchemaNode,
  initial: unknown,
  find: (base: string) => unknown,
): Check => {
  const fallback = onceAtAPlace(node, initial)
  const checks = new Map<unknown, Check>()
  return (value, run) => {
    for (const base of run.scope ?? []) {
      const target = find(base)
      if (target === undefined) continue
      const check = checks.get(target) ?? onceAtAPlace(node, target)
      checks.set(target, check)
      return check(value, run)
    }
    return fallback(value, run)
  }
}

/**
 * A schema that refers to itself without descending into the value is checked once: the second
 * check would add nothing. The target is compiled when it is first reached, so that a long chain of
 * references does not nest deeply.
 */
const onceAtAPlace = ({ subschema, postpone }: SchemaNode, schema: unknown): Check => {
  postpone(schema)
  let check: Check | undefined
  return (value, run) => {
    spend(run, 4)
    const following = (run.following ??= new Map())
    const { depth } = run
    const outer = following.get(schema)
    if (outer === depth) return true
    following.set(schema, depth)
    const valid = (check ??= subschema(schema))(value, run)
    if (outer === undefined) following.delete(schema)
    else following.set(schema, outer)
    return valid
  }
}
