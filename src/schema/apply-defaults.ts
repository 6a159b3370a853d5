import {
  hasProperty,
  isObject,
  type JsonObject,
  type JsonSchema,
  type SchemaOptions,
} from './json-schema.ts'
import { createCompiler, type Compiler } from './compiler/compile.ts'
import { LimitExceeded, createRun, enter, leave, spend, type Run } from './compiler/check.ts'
import { resolve } from './compiler/resolve.ts'
import { placeOf } from './compiler/schema-index.ts'

/**
 * Fills in the defaults of a JSON Schema for missing properties. Validation does not do this.
 *
 * The value is not changed; the result shares unchanged parts with it. A default that does not
 * match its schema is ignored, which occurs in real schemas. A value that is too deep or too large
 * to be checked is returned unchanged.
 *
 * @example
 * applyDefaults({ properties: { state: { type: 'string', default: 'open' } } }, { title: 'Broken' }) // { title: 'Broken', state: 'open' }
 */
export const applyDefaults = (
  schema: JsonSchema,
  value: unknown,
  options: SchemaOptions = {},
): unknown => {
  try {
    return fill(
      {
        compiler: createCompiler(schema, options),
        run: createRun(undefined),
        open: new Set(),
        following: new Map(),
      },
      schema,
      value,
    )
  } catch (error) {
    if (error instanceof LimitExceeded || error instanceof RangeError) return value
    throw error
  }
}

type Filling = {
  readonly compiler: Compiler
  /** Adds to the work done. */
  readonly run: Run
  /** Schemas whose defaults are being applied, so that a recursive schema ends. */
  readonly open: Set<JsonObject>
  /** References being followed, with the depth of the value they are applied to. */
  readonly following: Map<JsonObject, number>
}

const fill = (filling: Filling, schema: unknown, value: unknown): unknown => {
  if (!isObject(schema) || typeof value !== 'object' || value === null) return value
  spend(filling.run, 1)
  const { index } = filling.compiler
  const place = placeOf(index, schema)
  const reference = schema['$ref']
  const followed =
    typeof reference === 'string'
      ? fillOnce(filling, resolve(index, reference, place.base), value)
      : value
  if (typeof reference === 'string' && place.dialect.refHidesSiblings) return followed
  const filled = Array.isArray(followed)
    ? fillItems(filling, schema, followed)
    : isObject(followed)
      ? fillProperties(filling, schema, followed)
      : followed
  return branchesFor(filling, schema, filled).reduce(
    (result: unknown, branch) => fill(filling, branch, result),
    filled,
  )
}

/** A reference that leads back to itself without descending into the value adds nothing. */
const fillOnce = (filling: Filling, target: unknown, value: unknown): unknown => {
  const {
    following,
    run: { depth },
  } = filling
  if (!isObject(target) || following.get(target) === depth) return value
  const outer = following.get(target)
  following.set(target, depth)
  const filled = fill(filling, target, value)
  if (outer === undefined) following.delete(target)
  else following.set(target, outer)
  return filled
}

const fillProperties = (filling: Filling, schema: JsonObject, value: JsonObject): JsonObject => {
  const declared = isObject(schema['properties']) ? schema['properties'] : {}
  const members = new Map<string, unknown>()
  enter(filling.run)
  for (const name of new Set([...Object.keys(value), ...Object.keys(declared)])) {
    const member = Object.hasOwn(declared, name) ? declared[name] : schema['additionalProperties']
    const filled = hasProperty(value, name)
      ? fill(filling, member, value[name])
      : defaultOf(filling, member)
    if (filled !== undefined && filled !== value[name]) members.set(name, filled)
  }
  leave(filling.run, undefined)
  // `Object.fromEntries` also accepts `__proto__` as a plain name.
  return members.size === 0
    ? value
    : Object.fromEntries([
        ...Object.entries(value).filter(([name]) => !members.has(name)),
        ...members,
      ])
}

const fillItems = (
  filling: Filling,
  schema: JsonObject,
  value: readonly unknown[],
): readonly unknown[] => {
  const { items, prefixItems, additionalItems } = schema
  const first: readonly unknown[] = Array.isArray(prefixItems)
    ? prefixItems
    : Array.isArray(items)
      ? items
      : []
  const rest = Array.isArray(items) ? additionalItems : items
  enter(filling.run)
  const filled = value.map((item, at) => fill(filling, at < first.length ? first[at] : rest, item))
  leave(filling.run, undefined)
  return filled.some((item, at) => item !== value[at]) ? filled : value
}

const defaultOf = (filling: Filling, schema: unknown): unknown => {
  if (!isObject(schema) || filling.open.has(schema)) return undefined
  spend(filling.run, 1)
  const { index } = filling.compiler
  if (!hasProperty(schema, 'default')) {
    const reference = schema['$ref']
    filling.open.add(schema)
    const found =
      typeof reference === 'string'
        ? defaultOf(filling, resolve(index, reference, placeOf(index, schema).base))
        : undefined
    filling.open.delete(schema)
    return found
  }
  filling.open.add(schema)
  const filled = fill(filling, schema, structuredClone(schema['default']))
  filling.open.delete(schema)
  return accepts(filling, schema, filled) ? filled : undefined
}

/** The schemas that apply to the same value; of alternatives, the first that matches. */
const branchesFor = (filling: Filling, schema: JsonObject, value: unknown): unknown[] => {
  const all = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  const alternatives = [schema['anyOf'], schema['oneOf']]
    .filter((list) => Array.isArray(list))
    .flatMap((list) => list.filter((branch) => accepts(filling, branch, value)).slice(0, 1))
  if (schema['if'] === undefined) return [...all, ...alternatives]
  return [...all, ...alternatives, schema[accepts(filling, schema['if'], value) ? 'then' : 'else']]
}

const accepts = ({ compiler, run }: Filling, schema: unknown, value: unknown): boolean =>
  compiler.subschema(schema)(value, run)
