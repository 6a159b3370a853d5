import { isObject, type JsonObject, type JsonSchema } from '../json-schema.ts'
import { findLocal } from './find-local.ts'
import { toComment } from './to-comment.ts'
import { toLiteral, toPropertyName } from './to-literal.ts'

/** A TypeScript type as text, and the named types it uses. */
export type TypeText = { type: string; declarations: { name: string; type: string }[] }

const deepest = 64

const anyRecord = 'Record<string, unknown>'

/**
 * Converts a JSON Schema to a TypeScript type.
 *
 * Rules that types cannot express (lengths, patterns, conditions) are omitted, so the type accepts
 * at least what the schema accepts. Integers of 64 bits may be texts, which keep all of their digits.
 * Each `$ref` becomes a named type, which begins with `prefix`.
 * Never throws because of a schema.
 *
 * @example
 * toTypeScript({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } }, 'Issue').type // '{\n  title: string\n}'
 */
export const toTypeScript = (root: JsonSchema, prefix: string): TypeText => {
  const names = new Map<unknown, string>()
  const taken = new Set<string>()

  const toType = (schema: unknown, depth: number): string => {
    if (schema === false) return 'never'
    if (!isObject(schema) || depth > deepest) return 'unknown'
    const others = [referred(schema), ...combined(schema, depth)].filter(
      (part) => part !== undefined,
    )
    const own = literals(schema) ?? byType(schema, depth)
    // Next to a union of objects it would only make every name valid.
    const type = intersect(
      own === undefined || (own === anyRecord && others.length > 0) ? others : [own, ...others],
    )
    return schema['nullable'] === true && type !== 'unknown' ? unite([type, 'null']) : type
  }

  const referred = ({ $ref }: JsonObject): string | undefined => {
    if (typeof $ref !== 'string') return undefined
    const target = findLocal(root, $ref)
    if (target === undefined) return undefined
    return leadsToItself(root, target) ? 'unknown' : nameOf(target, $ref)
  }

  /**
   * Only the name: its type is built after the others, so that a schema may be recursive, and a
   * long chain of references does not nest deeply.
   */
  const nameOf = (target: unknown, reference: string): string => {
    const known = names.get(target)
    if (known !== undefined) return known
    const name = freeName(`${prefix}${toPascalCase(reference.split('/').at(-1) ?? '')}`, taken)
    taken.add(name)
    names.set(target, name)
    return name
  }

  const byType = (schema: JsonObject, depth: number): string | undefined => {
    const { type } = schema
    if (Array.isArray(type)) return unite(type.map((each) => ofType(each, schema, depth)))
    if (type !== undefined) return ofType(type, schema, depth)
    if ('properties' in schema || 'required' in schema) return ofType('object', schema, depth)
    return 'items' in schema || 'prefixItems' in schema ? ofType('array', schema, depth) : undefined
  }

  const ofType = (type: unknown, schema: JsonObject, depth: number): string => {
    if (type === 'string' || type === 'boolean' || type === 'null') return type
    if (type === 'integer' || type === 'number') return toNumber(schema)
    if (type === 'array') return toArray(schema, depth)
    return type === 'object' ? toObject(schema, depth) : 'unknown'
  }

  const toArray = (schema: JsonObject, depth: number): string => {
    const { items, prefixItems = Array.isArray(items) ? items : undefined, minItems } = schema
    const rest = toType(Array.isArray(items) ? schema['additionalItems'] : items, depth + 1)
    if (!Array.isArray(prefixItems)) return listOf(rest)
    const optional = (position: number) =>
      typeof minItems === 'number' && position < minItems ? '' : '?'
    const first = prefixItems.map(
      (item, position) => `${parenthesize(toType(item, depth + 1))}${optional(position)}`,
    )
    return `[${[...first, ...(rest === 'never' ? [] : [`...${listOf(rest)}`])].join(', ')}]`
  }

  const toObject = (schema: JsonObject, depth: number): string => {
    const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
    const required = new Set(
      Array.isArray(schema['required'])
        ? schema['required'].filter((name) => typeof name === 'string')
        : [],
    )
    const unnamed = [...required]
      .filter((name) => !properties.some(([known]) => known === name))
      .map((name): [string, unknown] => [name, true])
    const others = otherProperties(schema, depth)
    const members = [...properties, ...unnamed].map(
      ([name, property]) =>
        `${toComment(property)}${toPropertyName(name)}${required.has(name) ? '' : '?'}: ${toType(property, depth + 1)}`,
    )
    if (members.length === 0) return recordOf(others ?? 'unknown')
    // One index signature would have to cover the named properties too.
    if (others !== undefined && others !== 'never') members.push('[name: string]: unknown')
    return `{\n${indent(members.join('\n'))}\n}`
  }

  /** Undefined if the schema does not restrict them: an unknown name is then probably a mistake. */
  const otherProperties = (schema: JsonObject, depth: number): string | undefined => {
    const patterns = isObject(schema['patternProperties'])
      ? Object.values(schema['patternProperties'])
      : []
    if (schema['maxProperties'] === 0) return 'never'
    const {
      unevaluatedProperties,
      additionalProperties = isObject(unevaluatedProperties) ? unevaluatedProperties : undefined,
    } = schema
    const stated = [
      ...patterns,
      ...(additionalProperties === undefined ||
      (additionalProperties === false && patterns.length > 0)
        ? []
        : [additionalProperties]),
    ]
    return stated.length === 0 ? undefined : unite(stated.map((each) => toType(each, depth + 1)))
  }

  const combined = (schema: JsonObject, depth: number): string[] => [
    ...['anyOf', 'oneOf'].flatMap((keyword) => {
      const branches = schema[keyword]
      return Array.isArray(branches) && branches.length > 0
        ? [unite(branches.map((branch) => toType(branch, depth + 1)))]
        : []
    }),
    ...(Array.isArray(schema['allOf'])
      ? schema['allOf'].map((branch) => toType(branch, depth + 1))
      : []),
  ]

  const type = toType(root, 0)
  const declarations: TypeText['declarations'] = []
  // Building a type may add further names; the map grows during the loop.
  for (const [target, name] of names) declarations.push({ name, type: toType(target, 0) })
  return { type, declarations }
}

/** A longer chain of references is taken for one that leads to itself. */
const longestChain = 1000

/**
 * Whether references and combinations alone lead from a schema to itself, not through a property or
 * an item: a type that is defined by itself is an error.
 */
const leadsToItself = (root: JsonSchema, start: unknown): boolean => {
  const met = new Set<unknown>()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isObject(next)) continue
    const { $ref, anyOf, oneOf, allOf } = next
    const targets = [
      ...(typeof $ref === 'string' ? [findLocal(root, $ref)] : []),
      ...[anyOf, oneOf, allOf].flatMap((branches) => (Array.isArray(branches) ? branches : [])),
    ]
    for (const target of targets) {
      if (target === start || met.size > longestChain) return true
      if (met.has(target)) continue
      met.add(target)
      waiting.push(target)
    }
  }
  return false
}

/** Values of these types need no index signature, which a type that contains itself does. */
const plainTypes = new Set(['unknown', 'never', 'string', 'number', 'boolean'])

const recordOf = (type: string): string =>
  plainTypes.has(type) ? `Record<string, ${type}>` : `{ [name: string]: ${type} }`

/** Of 64 bits, those that no number holds exactly are texts. */
const toNumber = ({ format }: JsonObject): string =>
  format === 'int64' || format === 'uint64' ? 'number | string' : 'number'

const literals = (schema: JsonObject): string | undefined => {
  if ('const' in schema) return toLiteral(schema['const'])
  return Array.isArray(schema['enum']) && schema['enum'].length > 0
    ? unite(schema['enum'].map(toLiteral))
    : undefined
}

const unite = (types: string[]): string => {
  const distinct = [...new Set(types)].filter((type) => type !== 'never')
  if (distinct.includes('unknown')) return 'unknown'
  return distinct.length === 0
    ? 'never'
    : distinct.length === 1
      ? distinct.join('')
      : distinct.map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ')
}

const intersect = (types: string[]): string => {
  const distinct = [...new Set(types)].filter((type) => type !== 'unknown')
  if (distinct.includes('never')) return 'never'
  return distinct.length === 0
    ? 'unknown'
    : distinct.length === 1
      ? distinct.join('')
      : distinct.map(parenthesize).join(' & ')
}

const parenthesize = (type: string): string => (/ [|&] /.test(type) ? `(${type})` : type)

const listOf = (type: string): string => `${parenthesize(type)}[]`

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

const toPascalCase = (text: string): string =>
  text.replaceAll(/(?:^[^A-Za-z0-9]*|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_match, letter: string) =>
    letter.toUpperCase(),
  )

const freeName = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name}${number}`)) number += 1
  return `${name}${number}`
}
