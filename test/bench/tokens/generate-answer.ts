import { isObject, type JsonObject } from '../../../src/schema/json-schema.ts'

type Place = {
  root: JsonObject
  name: string
  depth: number
  /** Of an item in the list that the answer is about. */
  index: number
  /** References that lead here, which a schema can repeat. */
  references: readonly string[]
}

/** A page of most APIs. */
const itemsOfPage = 25
const innerItems = 2
const deepest = 6
/** Objects further down have only what they must have. */
const itemDepth = 2

/**
 * An answer by its schema: items have every property, the objects in them what they must have (all
 * where the schema does not say). The list that it is about has as many items as a page, others two;
 * a text is the schema's example or as long as its name suggests. The same at each run.
 */
export const generateAnswer = (schema: JsonObject): unknown =>
  generate(schema, { root: schema, name: '', depth: 0, index: 0, references: [] })

const generate = (node: unknown, place: Place): unknown => {
  const { schema, references } = follow(node, place)
  const at = { ...place, references }
  const [example] = [schema['examples'], [schema['example']]].flatMap((given) =>
    Array.isArray(given) ? given.filter((each: unknown) => isScalar(each)) : [],
  )
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return pick(schema['enum'], place.index)
  switch (typeOf(schema)) {
    case 'object':
      return generateObject(schema, at)
    case 'array':
      return generateList(schema, at)
    case 'string':
      return typeof example === 'string' && example !== '' ? example : generateText(schema, at)
    case 'integer':
    case 'number':
      return typeof example === 'number' ? example : generateNumber(schema, place)
    case 'boolean':
      return place.index % 2 === 0
    default:
      return example ?? null
  }
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const pick = (values: unknown[], index: number): unknown => values[index % values.length]

/** A schema without references and choices; the first choice that is not null. */
const follow = (
  node: unknown,
  { root, references, depth }: Place,
): { schema: JsonObject; references: readonly string[] } => {
  let schema = isObject(node) ? node : {}
  let seen = references
  for (let hops = 0; hops < 20; hops += 1) {
    const { $ref: reference, allOf, oneOf, anyOf } = schema
    if (typeof reference === 'string') {
      const count = seen.filter((each) => each === reference).length
      if (count > 1 || depth > deepest) return { schema: { type: 'null' }, references: seen }
      seen = [...seen, reference]
      schema = { ...without(schema, '$ref'), ...lookUp(root, reference) }
    } else if (Array.isArray(allOf)) {
      schema = merge([without(schema, 'allOf'), ...allOf.map((part) => resolve(part, root))])
    } else if (Array.isArray(oneOf) || Array.isArray(anyOf)) {
      const choices = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []))
      const first = choices.find((choice) => isObject(choice) && choice['type'] !== 'null')
      schema = merge([without(without(schema, 'oneOf'), 'anyOf'), isObject(first) ? first : {}])
    } else return { schema, references: seen }
  }
  return { schema: {}, references: seen }
}

const without = (schema: JsonObject, key: string): JsonObject => {
  const { [key]: _left, ...rest } = schema
  return rest
}

const resolve = (part: unknown, root: JsonObject): JsonObject => {
  if (!isObject(part)) return {}
  return typeof part['$ref'] === 'string'
    ? resolve({ ...without(part, '$ref'), ...lookUp(root, part['$ref']) }, root)
    : part
}

const lookUp = (root: JsonObject, reference: string): JsonObject => {
  let at: unknown = root
  for (const part of reference.replace(/^#\/?/, '').split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    at = key === '' ? at : isObject(at) ? at[key] : undefined
  }
  return isObject(at) ? at : {}
}

const merge = (parts: JsonObject[]): JsonObject => {
  const properties = parts.map(({ properties }) => (isObject(properties) ? properties : {}))
  const merged: JsonObject = Object.assign({}, ...parts)
  const inner = parts.flatMap(({ allOf }) => (Array.isArray(allOf) ? allOf : []))
  return {
    ...merged,
    ...(properties.some((each) => Object.keys(each).length > 0) && {
      properties: Object.assign({}, ...properties) as JsonObject,
    }),
    ...(inner.length > 0 ? { allOf: inner } : { allOf: undefined }),
  }
}

const typeOf = (schema: JsonObject): unknown => {
  const types = [schema['type']].flat().filter((type) => type !== 'null')
  if (types.length > 0) return types[0]
  if (isObject(schema['properties'])) return 'object'
  if (schema['items'] !== undefined) return 'array'
  return [schema['type']].flat().length > 0 ? 'null' : 'string'
}

const generateObject = (schema: JsonObject, place: Place): unknown => {
  if (place.depth > deepest) return {}
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = new Set([schema['required']].flat())
  const isWhole =
    place.depth <= itemDepth || required.size === 0 || !Array.isArray(schema['required'])
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isWhole || required.has(name))
      .map(([name, member]) => [
        name,
        generate(member, { ...place, name, depth: place.depth + 1 }),
      ]),
  )
}

/** The list that an answer is about is near its root. */
const generateList = (schema: JsonObject, place: Place): unknown => {
  const isPage = place.depth <= 2 && place.index === 0 && isAboutObjects(schema, place)
  const count = place.depth > deepest ? 0 : isPage ? itemsOfPage : innerItems
  return Array.from({ length: count }, (_, index) =>
    generate(schema['items'], {
      ...place,
      depth: place.depth + 1,
      index: isPage ? index + 1 : place.index + index,
    }),
  )
}

const isAboutObjects = (schema: JsonObject, place: Place): boolean =>
  typeOf(follow(schema['items'], place).schema) === 'object'

const words =
  'door of the north wing does not close since the storm and the porter asks for a new hinge before winter comes'.split(
    ' ',
  )

const sentence = (count: number, from: number): string =>
  Array.from({ length: count }, (_, index) => words[(from + index) % words.length]).join(' ')

const generateText = ({ format, maxLength }: JsonObject, { name, index }: Place): string => {
  const text = textFor(String(format), name.toLowerCase(), index)
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text
}

const textFor = (format: string, name: string, index: number): string => {
  const number = 1000 + index * 37
  if (format === 'date-time' || /(?:_at|time|timestamp)$/.test(name))
    return `2026-11-${String((index % 28) + 1).padStart(2, '0')}T09:41:00Z`
  if (format === 'date' || name.endsWith('date'))
    return `2026-11-${String((index % 28) + 1).padStart(2, '0')}`
  if (format === 'uuid') return `6f1a0c2e-5b7d-4e8f-9a3b-${String(number).padStart(12, '0')}`
  if (format === 'email' || name.includes('email')) return `ada.${number}@example.com`
  if (format === 'uri' || /(?:url|uri|href|link)$/.test(name))
    return `https://api.example.com/v1/${name}/${number}`
  if (/(?:^|_)(?:id|gid|uid|key|etag|token)$|id$/.test(name)) return `${number}a8f3c9e7d2b4`
  if (/(?:description|body|content|text|message|summary|comment|note)/.test(name))
    return sentence(24, index)
  if (/(?:title|name|subject|topic|label)/.test(name)) return sentence(4, index)
  return sentence(2, index)
}

const generateNumber = ({ minimum, maximum }: JsonObject, { index, name }: Place): number => {
  const number = /(?:created|updated|_at|time)/.test(name) ? 1_795_000_000 + index : 100 + index
  return Math.min(
    typeof maximum === 'number' ? maximum : number,
    Math.max(typeof minimum === 'number' ? minimum : number, number),
  )
}
