import { isObject, type JsonObject } from '../../schema/json-schema.ts'

const longest = 400

/** From the most that is shown of a schema to the least. */
const limits = [
  { depth: 3, keys: 15 },
  { depth: 2, keys: 15 },
  { depth: 1, keys: 15 },
  { depth: 1, keys: 6 },
] as const

/**
 * The names in a result, for a model that has to select among them: `items[].{id, title}, total`.
 * Empty for a schema that names none.
 */
export const outlineOutput = (schema: JsonObject | undefined): string => {
  if (schema === undefined) return ''
  const outlines = limits.map(({ depth, keys }) => outline(schema, schema, depth, keys))
  return outlines.find((text) => text.length <= longest) ?? ''
}

const outline = (node: unknown, root: JsonObject, depth: number, keys: number): string => {
  const entries = Object.entries(read(node, root).properties)
  const shown = entries
    .slice(0, keys)
    .map(([name, member]) => `${quoteName(name)}${describe(member, root, depth - 1, keys)}`)
  return [...shown, ...(entries.length > keys ? ['…'] : [])].join(', ')
}

const describe = (node: unknown, root: JsonObject, depth: number, keys: number): string => {
  const { items } = read(node, root)
  const inner = depth > 0 ? outline(items ?? node, root, depth, keys) : ''
  return `${items === undefined ? '' : '[]'}${inner === '' ? '' : `.{${inner}}`}`
}

const mostParts = 10

/** What a schema and the schemas that it combines say together. */
const read = (node: unknown, root: JsonObject): { properties: JsonObject; items: unknown } => {
  const schema = follow(node, root)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const combined = schema[keyword]
    return Array.isArray(combined) ? combined : []
  })
  const all = [...parts.slice(0, mostParts).map((part) => follow(part, root)), schema]
  const properties = all.map((each) => (isObject(each['properties']) ? each['properties'] : {}))
  return {
    properties: Object.assign({}, ...properties) as JsonObject,
    items: all.find((each) => isObject(each['items']))?.['items'],
  }
}

/** The schema that a reference within the document leads to. */
const follow = (node: unknown, root: JsonObject, hops = 5): JsonObject => {
  if (!isObject(node)) return {}
  const { $ref: reference } = node
  if (typeof reference !== 'string') return node
  if (!reference.startsWith('#/') || hops === 0) return {}
  let target: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  return follow(target, root, hops - 1)
}

const quoteName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
