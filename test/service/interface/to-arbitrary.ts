import * as fc from 'fast-check'
import { z } from 'zod'

type Schema = Record<string, unknown>

/** Inputs that a schema of the contract accepts, as far as JSON Schema can say. */
export const toArbitrary = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return fromSchema(document, document, 0)
}

const maximumDepth = 6

const fromSchema = (schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> => {
  if (typeof schema['$ref'] === 'string')
    return depth > maximumDepth
      ? fc.constant({})
      : fromSchema(resolve(schema['$ref'], root), root, depth + 1)
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  for (const keyword of ['anyOf', 'oneOf']) {
    // Beside `properties` the branches say which of these are required.
    const { [keyword]: branches, ...rest } = schema
    if (Array.isArray(branches))
      return fc.oneof(
        ...(branches as Schema[]).map((branch) =>
          fromSchema('properties' in rest ? { ...rest, ...branch } : branch, root, depth + 1),
        ),
      )
  }
  const types = [schema['type']].flat().filter((type): type is string => typeof type === 'string')
  return types.length > 1
    ? fc.oneof(...types.map((type) => ofType(type, schema, root, depth)))
    : ofType(types[0], schema, root, depth)
}

const resolve = (reference: string, root: Schema): Schema =>
  reference
    .slice(2)
    .split('/')
    .filter((key) => key !== '')
    .reduce<unknown>((at, key) => (at as Schema)[key], root) as Schema

const ofType = (
  type: string | undefined,
  schema: Schema,
  root: Schema,
  depth: number,
): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'object':
      return objectOf(schema, root, depth)
    case 'array':
      return fc.array(fromSchema((schema['items'] ?? {}) as Schema, root, depth + 1), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.max(Number(schema['minItems'] ?? 0), 3),
      })
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(Number(schema['minimum'] ?? 0), -1000),
        max: Math.min(Number(schema['maximum'] ?? 1000), 1_000_000),
      })
    case 'number':
      return fc.integer({ min: 0, max: 1000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const objectOf = (schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> => {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const required = (schema['required'] ?? []) as string[]
  const known = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        fromSchema(property, root, depth + 1),
      ]),
    ),
    { requiredKeys: required },
  )
  if (typeof schema['additionalProperties'] !== 'object' || depth > maximumDepth) return known
  const names = fromSchema(
    (schema['propertyNames'] ?? { type: 'string' }) as Schema,
    root,
    depth + 1,
  ).map(String)
  const more = fc.dictionary(
    names,
    fromSchema(schema['additionalProperties'] as Schema, root, depth + 1),
    { maxKeys: 2 },
  )
  return fc.tuple(known, more).map(([first, second]) => ({ ...second, ...first }))
}

const textOf = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema['format'] === 'uri') return fc.webUrl()
  if (typeof schema['pattern'] === 'string') return fc.stringMatching(new RegExp(schema['pattern']))
  return fc.string({
    minLength: Number(schema['minLength'] ?? 0),
    maxLength: Math.min(Number(schema['maxLength'] ?? 20), 40),
  })
}
