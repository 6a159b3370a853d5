import type { JsonSchema } from '../../definitions.ts'
import { isSecretProperty } from '../../openapi/secrets/is-secret-property.ts'
import type { InputField, SchemaField, SchemaType } from '../schema/graphql-schema.ts'
import { isInternal } from '../schema/is-internal.ts'
import { isNonNull, itemType, namedType, nullableType } from '../schema/type-text.ts'
import { orNull } from '../selection/to-output-schema.ts'
import { readDefault } from './read-default.ts'
import { isShortEnum, valueSchema } from './value-schema.ts'

/**
 * Filters of an API can contain each other, hundreds of types deep. A tool describes the nearest of
 * them; the others are objects of which the API says what is wrong.
 */
const maximumCharacters = 16_000
/** Of the arguments themselves, and of the definition that one of them names. */
const maximumOfArguments = 60_000

export type ObjectSchema = JsonSchema & { properties: Record<string, JsonSchema> }

type Input = {
  schema: ObjectSchema
  /** Variable of the operation -> its type. */
  variables: Map<string, string>
  /** Types that are described as plain objects, because of the limit. */
  plain: string[]
}

type Types = ReadonlyMap<string, SchemaType>

export type BuildInput = (
  field: SchemaField,
  given: { acceptsNull: boolean },
) => Input | { problem: string }

/**
 * Describes the arguments of fields, or says why they cannot be given. Definitions are made once for
 * all fields: treat the result as read-only.
 */
export const createBuildInput = (types: Types): BuildInput => {
  const schemas = { null: createInputSchemas(types, true), value: createInputSchemas(types, false) }
  return (field, { acceptsNull }) => {
    const upload = field.args.find((arg) => isUpload(arg) && isRequired(arg))
    if (upload)
      return {
        problem: `Its argument "${upload.name}" is an upload, which GraphQL has no standard for`,
      }
    const args = field.args.filter(isOffered)
    const { toObject, define } = acceptsNull ? schemas.null : schemas.value
    const schema = toObject(args)
    if (JSON.stringify(schema).length > maximumOfArguments)
      return { problem: `It has ${args.length} arguments, which are too many to describe` }
    const { definitions, plain } = closeOver(types, define, args)
    return {
      schema: {
        ...schema,
        ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
      },
      variables: new Map(
        args.map((arg) => [arg.name, isRequired(arg) ? arg.type : nullableType(arg.type)]),
      ),
      plain,
    }
  }
}

const isUpload = ({ type }: InputField): boolean => namedType(type) === 'Upload'

const isRequired = ({ type, defaultValue }: InputField): boolean =>
  isNonNull(type) && defaultValue === undefined

const isOffered = (field: InputField): boolean =>
  isRequired(field) || !(field.isDeprecated || isUpload(field) || isInternal(field))

const createInputSchemas = (types: Types, acceptsNull: boolean) => {
  const ofType = (type: string): JsonSchema => {
    const item = itemType(type)
    if (item !== undefined) return { type: 'array', items: orNullable(item, ofType(item)) }
    const name = namedType(type)
    return isDefinition(types.get(name))
      ? { $ref: `#/$defs/${name}` }
      : valueSchema(name, types.get(name))
  }

  const orNullable = (type: string, schema: JsonSchema): JsonSchema =>
    acceptsNull && !isNonNull(type) ? orNull(schema) : schema

  const property = (field: InputField, isBrief: boolean): JsonSchema => {
    const schema = orNullable(field.type, ofType(field.type))
    const description = [isBrief ? '' : field.description, schema['description']]
      .filter((text) => typeof text === 'string' && text !== '')
      .join(' ')
    const given = field.defaultValue === undefined ? undefined : readDefault(field.defaultValue)
    return {
      ...schema,
      ...(description !== '' && { description }),
      ...(given !== undefined && given !== null && { default: given }),
      ...(isSecretProperty(field.name, { ...schema, description }) && { writeOnly: true }),
    }
  }

  const toObject = (fields: readonly InputField[], isBrief = false): ObjectSchema => {
    const required = fields.filter(isRequired).map(({ name }) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, property(field, isBrief)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    }
  }

  const toDefinition = (name: string, isBrief: boolean): JsonSchema => {
    const type = types.get(name)
    if (type?.kind !== 'input') return valueSchema(name, type)
    return {
      ...(type.description !== '' && { description: type.description }),
      ...toObject(type.fields.filter(isOffered), isBrief),
      ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
    }
  }

  const known = new Map<string, Definition>()
  /** `isBrief`: without the descriptions of its fields. */
  const define = (name: string, isBrief: boolean): Definition => {
    const key = `${name} ${isBrief}`
    const made = known.get(key)
    if (made) return made
    const schema = toDefinition(name, isBrief)
    const definition = { name, schema, size: JSON.stringify(schema).length }
    known.set(key, definition)
    return definition
  }

  return { toObject, define }
}

type Definition = { name: string; schema: JsonSchema; size: number }

type Define = ReturnType<typeof createInputSchemas>['define']

const isDefinition = (type: SchemaType | undefined): boolean =>
  type?.kind === 'input' || (type?.kind === 'enum' && !isShortEnum(type.values))

type Closure = { definitions: Map<string, JsonSchema>; plain: string[] }

/**
 * The definitions that arguments lead to. When they are too large together, the fields of those that
 * are not named by an argument itself lose their descriptions, and of each level the smallest come
 * first: most filters are hardly to be used without their comparators, which are small.
 */
const closeOver = (types: Types, define: Define, args: readonly InputField[]): Closure => {
  const whole = collect(types, define, args, { isBrief: false })
  return whole.plain.length === 0 ? whole : collect(types, define, args, { isBrief: true })
}

const collect = (
  types: Types,
  define: Define,
  args: readonly InputField[],
  { isBrief }: { isBrief: boolean },
): Closure => {
  const definitions = new Map<string, JsonSchema>()
  const plain: string[] = []
  let left = maximumCharacters
  let level = namesOf(args)
  for (let depth = 0; level.length > 0; depth += 1) {
    const found = level
      .filter((name) => isDefinition(types.get(name)) && !definitions.has(name))
      .map((name) => {
        const whole = define(name, false)
        return isBrief && (depth > 0 || whole.size > left) ? define(name, true) : whole
      })
    const next: InputField[] = []
    for (const { name, schema, size } of isBrief ? found.toSorted(bySize) : found) {
      const type = types.get(name)
      // Without what an argument names itself, nobody could use the tool.
      const fits = size <= left || (isBrief && depth === 0 && size <= maximumOfArguments)
      definitions.set(name, fits ? schema : toPlain(name, type))
      if (fits) left -= size
      else plain.push(name)
      if (fits && type?.kind === 'input') next.push(...type.fields.filter(isOffered))
    }
    level = namesOf(next)
  }
  return { definitions, plain }
}

const namesOf = (fields: readonly InputField[]): string[] => [
  ...new Set(fields.map(({ type }) => namedType(type))),
]

const bySize = (one: Definition, other: Definition): number => one.size - other.size

const toPlain = (name: string, type: SchemaType | undefined): JsonSchema =>
  type?.kind === 'input'
    ? { type: 'object', description: `${name} of the API` }
    : { type: 'string', description: `${name} of the API` }
