import { compileSchema } from '../../../src/schema/index.ts'
import { generateText } from './generate-text.ts'
import { isSchema, mergeSchemas, toPlainSchema, type Schema } from './plain-schema.ts'

type Generation = {
  /** Where `$defs` are. */
  root: Schema
  /** Also what is not required. */
  optional: boolean
  random: () => number
  /** The nearest property above the value. */
  name: string
  depth: number
}

/**
 * Deeper than this only what is required is made, so that a schema that contains itself comes to an
 * end.
 */
const fullDepth = 5

/** A value that the schema probably accepts. */
export const generateValue = (schema: unknown, generation: Generation): unknown => {
  const plain = isSchema(schema) ? toPlainSchema(schema, generation.root) : {}
  const alternatives = [plain['oneOf'], plain['anyOf']].find(
    (list): list is unknown[] => Array.isArray(list) && list.length > 0,
  )
  return alternatives
    ? generateAlternative(plain, alternatives, generation)
    : generatePlain(plain, generation)
}

/**
 * The first alternative whose value the whole schema accepts. Where none is, because what is left
 * out tells the alternatives apart or because what is left in does, they are tried the other way
 * round. A text goes before a number: on the wire digits would be both.
 */
const generateAlternative = (
  schema: Schema,
  alternatives: unknown[],
  generation: Generation,
): unknown => {
  const { oneOf: _, anyOf: __, ...rest } = schema
  const members = alternatives
    .filter(isSchema)
    .map((member) => toPlainSchema(member, generation.root))
    .toSorted((one, other) => rank(one) - rank(other))
  const generate = (optional: boolean) =>
    members.map(
      (member) => () => generateValue(mergeSchemas(rest, member), { ...generation, optional }),
    )
  for (const make of [...generate(generation.optional), ...generate(!generation.optional)]) {
    const value = make()
    if (isAccepted(schema, value, generation)) return value
  }
  return undefined
}

const rank = ({ type }: Schema): number =>
  type === 'null' ? 2 : type === 'integer' || type === 'number' ? 1 : 0

const generatePlain = (schema: Schema, generation: Generation): unknown => {
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum']))
    return pick(
      schema['enum'].filter((value) => value !== null),
      generation,
    )
  const type = typeOf(schema)
  if (type === 'object') return generateObject(schema, generation)
  if (type === 'array') return generateArray(schema, generation)
  const examples = Array.isArray(schema['examples']) ? schema['examples'] : []
  const given = [schema['example'], ...examples, schema['default']].find(
    (value) =>
      value !== undefined &&
      value !== null &&
      value !== '' &&
      isAccepted(schema, value, generation),
  )
  return given ?? generateScalar(schema, type, generation)
}

const typeOf = (schema: Schema): string => {
  const named = [schema['type']]
    .flat()
    .find((type): type is string => typeof type === 'string' && type !== 'null')
  return (
    named ??
    (isSchema(schema['properties']) || Array.isArray(schema['required'])
      ? 'object'
      : isSchema(schema['items'])
        ? 'array'
        : 'string')
  )
}

const generateScalar = (
  schema: Schema,
  type: string,
  { random, name, optional }: Generation,
): unknown => {
  switch (type) {
    case 'integer':
      return generateNumber(schema, random, 1)
    case 'number':
      return generateNumber(schema, random, schema['multipleOf'] === undefined ? 0.25 : 1)
    case 'boolean':
      return random() < 0.5
    default:
      return generateText(schema, name, { random, isAwkward: optional })
  }
}

const generateNumber = (schema: Schema, random: () => number, step: number): number => {
  const limit = (keyword: string) =>
    typeof schema[keyword] === 'number' ? schema[keyword] : undefined
  const unit = limit('multipleOf') ?? step
  const least = limit('minimum') ?? (limit('exclusiveMinimum') ?? 0) + unit
  const most = limit('maximum') ?? (limit('exclusiveMaximum') ?? Infinity) - unit
  const wanted = least + unit * Math.floor(random() * 50)
  return Math.ceil(Math.max(Math.min(wanted, most), Math.min(least, most)) / unit) * unit
}

const generateArray = (schema: Schema, generation: Generation): unknown[] => {
  const limit = (keyword: string, fallback: number) =>
    typeof schema[keyword] === 'number' ? schema[keyword] : fallback
  const wanted = generation.optional && generation.depth < fullDepth ? 2 : 1
  const length = Math.min(Math.max(wanted, limit('minItems', 0)), limit('maxItems', Infinity))
  const items = Array.from({ length }, () =>
    generateValue(schema['items'], { ...generation, depth: generation.depth + 1 }),
  )
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

const generateObject = (schema: Schema, generation: Generation): Schema => {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  // How Plugboard takes a file. Of another media type it would not be what the description says.
  if (properties['base64'])
    return {
      base64: 'Q29udGVudA==',
      ...(generation.optional && {
        content_type: 'application/octet-stream',
        filename: 'content.bin',
      }),
    }
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  const isFull = generation.optional && generation.depth < fullDepth
  const names = [...new Set([...required, ...(isFull ? Object.keys(properties) : [])])]
  const least = typeof schema['minProperties'] === 'number' ? schema['minProperties'] : 0
  const more = Object.keys(properties)
    .filter((name) => !names.includes(name))
    .slice(0, Math.max(0, least - names.length))
  const chosen = [...names, ...more]
  const others =
    chosen.length < Math.max(least, isFull && isSchema(schema['additionalProperties']) ? 1 : 0)
      ? ['other']
      : []
  return Object.fromEntries(
    [...chosen, ...others].map((name) => {
      const described = Object.hasOwn(properties, name)
        ? properties[name]
        : schema['additionalProperties']
      return [name, generateValue(described, { ...generation, name, depth: generation.depth + 1 })]
    }),
  )
}

const pick = (values: unknown[], { random }: Generation): unknown =>
  values[Math.floor(random() * values.length)]

const isAccepted = (schema: Schema, value: unknown, { root }: Generation): boolean =>
  compileSchema({ ...schema, ...(isSchema(root['$defs']) && { $defs: root['$defs'] }) }).validate(
    value,
  ).ok
