import type { ProfiledSchema } from '../../../src/schema/index.ts'
import { isSchema, type Schema } from './rules/visit-schemas.ts'

/**
 * What a model may answer to mean these arguments, by reading nothing but the profiled schema and
 * its stated changes: a map is a list of pairs, null leaves out, `{ is_null: true }` is null,
 * `option_2` names an alternative. The likely answers come first.
 */
export const modelAnswers = function* (
  { schema, changes, strict }: ProfiledSchema,
  value: unknown,
): Generator<unknown> {
  const renamed = new Map(
    changes
      .filter(({ change }) => change === 'renamed')
      .map(({ path, detail }) => [
        String(path.at(-1)),
        String(JSON.parse(detail.slice(detail.indexOf('"')))),
      ]),
  )
  yield* answers(
    {
      root: schema,
      renamed,
      strict,
      isWrapped: changes.some(({ change }) => change === 'wrapped'),
    },
    schema,
    value,
  )
}

type Reading = {
  root: Schema
  renamed: ReadonlyMap<string, string>
  strict: boolean
  isWrapped: boolean
}

const answers = function* (reading: Reading, schema: Schema, value: unknown): Generator<unknown> {
  const { $ref, type } = schema
  const anyOf = schema['anyOf'] ?? schema['oneOf']
  if ($ref === '#/$defs/any_value') yield anyAnswer(value)
  else if (typeof $ref === 'string')
    yield* answers(
      reading,
      (reading.root['$defs'] as Record<string, Schema>)[$ref.slice('#/$defs/'.length)] ?? {},
      value,
    )
  // Families that know all keywords have unions beside properties.
  else if (isSchema(schema['properties']) && isSchema(value))
    yield* objectAnswers(reading, schema, value)
  else if (Array.isArray(anyOf))
    for (const branch of value === null
      ? anyOf.toSorted((a, b) => Number(isMarker(b)) - Number(isMarker(a)))
      : anyOf)
      yield* answers(reading, branch, value)
  else if ([type].flat().includes('object')) yield* objectAnswers(reading, schema, value)
  else if (type === 'array' && !Array.isArray(value)) yield* mapAnswers(reading, schema, value)
  else if (type === 'array' && Array.isArray(value))
    yield* product(
      value.map(
        (item, index) =>
          [
            index,
            () =>
              answers(
                reading,
                ((schema['prefixItems'] as Schema[] | undefined)?.[index] ??
                  schema['items'] ??
                  {}) as Schema,
                item,
              ),
          ] as const,
      ),
      (parts) => parts.map(([, part]) => part),
    )
  else yield value
}

const objectAnswers = function* (
  reading: Reading,
  schema: Schema,
  value: unknown,
): Generator<unknown> {
  const properties = (isSchema(schema['properties']) ? schema['properties'] : {}) as Properties
  const names = Object.keys(properties)
  const [only] = names
  if (isMarker(schema)) {
    if (value === null && only !== undefined) yield { [only]: true }
    return
  }
  if (
    only !== undefined &&
    names.length === 1 &&
    (/^option_\d+$/.test(only) || (schema === reading.root && reading.isWrapped))
  )
    for (const answer of answers(reading, properties[only] ?? {}, value)) yield { [only]: answer }
  if (!isSchema(value)) return void (yield value)
  const extras = names.find(
    (name) => name.startsWith('additional_properties') && isPairs(properties[name]),
  )
  // A name is called otherwise where it is declared; one that only looks like such a name,
  // everywhere.
  for (const isDeclared of reading.renamed.size > 0 ? [true, false] : [true])
    yield* namedAnswers(
      reading,
      schema,
      properties,
      extras,
      Object.entries(value).map(([name, item]) => {
        const other = reading.renamed.get(name) ?? name
        return [isDeclared && !Object.hasOwn(properties, other) ? name : other, item]
      }),
    )
}

type Properties = Record<string, Schema>

const namedAnswers = function* (
  reading: Reading,
  schema: Schema,
  properties: Properties,
  extras: string | undefined,
  given: (readonly [string, unknown])[],
): Generator<unknown> {
  const declared = given.filter(([name]) => Object.hasOwn(properties, name))
  const others = Object.fromEntries(given.filter(([name]) => !Object.hasOwn(properties, name)))
  const left = (reading.strict ? (schema['required'] as string[]) : []).filter(
    (name) => name !== extras && !declared.some(([each]) => each === name),
  )
  const additional = isSchema(schema['additionalProperties']) ? schema['additionalProperties'] : {}
  yield* product(
    [
      ...declared.map(
        ([name, item]) => [name, () => answers(reading, properties[name] ?? {}, item)] as const,
      ),
      ...left.map((name) => [name, () => [null]] as const),
      ...(extras === undefined
        ? Object.entries(others).map(
            ([name, item]) => [name, () => answers(reading, additional, item)] as const,
          )
        : [[extras, () => mapAnswers(reading, properties[extras] ?? {}, others)] as const]),
    ],
    Object.fromEntries,
  )
}

const mapAnswers = function* (
  reading: Reading,
  schema: Schema,
  value: unknown,
): Generator<unknown> {
  const { properties } = (schema['items'] ?? {}) as { properties?: Record<string, Schema> }
  if (!isSchema(value) || !properties?.['value']) return void (yield value)
  const item = properties['value']
  yield* product(
    Object.entries(value).map(([key, each]) => [key, () => answers(reading, item, each)] as const),
    (parts) => parts.map(([key, part]) => ({ key, value: part })),
  )
}

const anyAnswer = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(anyAnswer)
  return isSchema(value)
    ? { entries: Object.entries(value).map(([key, item]) => ({ key, value: anyAnswer(item) })) }
    : value
}

const isPairs = (schema: Schema | undefined): boolean =>
  isSchema(schema?.['items']) &&
  isSchema(schema['items']['properties']) &&
  'key' in schema['items']['properties']

const isMarker = ({ properties }: Schema): boolean =>
  isSchema(properties) &&
  Object.keys(properties).length === 1 &&
  /^\{"is_null_*":\{"type":"boolean","enum":\[true\]\}\}$/.test(JSON.stringify(properties))

type Part = readonly [key: string | number, value: unknown]

/** Every combination of the parts' answers; the first of all of them first. */
const product = function* (
  parts: readonly (readonly [string | number, () => Iterable<unknown>])[],
  join: (parts: Part[]) => unknown,
  chosen: Part[] = [],
): Generator<unknown> {
  const [next, ...rest] = parts
  if (!next) return void (yield join(chosen))
  for (const answer of next[1]()) yield* product(rest, join, [...chosen, [next[0], answer]])
}
