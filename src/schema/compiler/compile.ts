import { isObject, type JsonObject, type JsonSchema, type SchemaOptions } from '../json-schema.ts'
import { fail, type Check } from './check.ts'
import { createEmptyIndex, placeOf, type SchemaIndex } from './schema-index.ts'
import { anything, type SchemaNode } from './schema-node.ts'
import { dialectNamedBy } from './dialect.ts'
import {
  compiledGroups,
  compilers,
  dialectGroup,
  groupOf,
  itemGroup,
  objectGroup,
  typeGroup,
  unevaluatedGroups,
  wholeGroups,
} from './keywords/index.ts'
import { type, typesOf } from './keywords/type.ts'
import { indexDocument } from './resolve.ts'
import { arrayType, objectType } from './types.ts'
import { evaluating, inResource, orNull, sequence } from './wrap-check.ts'

/**
 * Turns a schema into closures, those for members of objects and lists when the first value for
 * them comes: a call uses few of the properties that a tool declares. Never throws on a schema:
 * what cannot be understood is accepted.
 */
export const compile = (root: JsonSchema, options: SchemaOptions): Check =>
  (options.remotes || options.draft === 'draft-04'
    ? createCompiler(root, options)
    : createPlainCompiler(root, options)
  ).subschema(root)

/** What of a schema cannot be understood. Compiles all of it, and keeps nothing. */
export const findWarnings = (root: JsonSchema, options: SchemaOptions): string[] => {
  const warnings = new Set<string>()
  const schemas: unknown[] = [root]
  const { subschema } = createCompiler(
    root,
    options,
    (message) => void warnings.add(message),
    (schema) => void schemas.push(schema),
  )
  const seen = new Set<unknown>()
  // Compiling brings further schemas; the array grows meanwhile.
  for (const schema of schemas) {
    if (isObject(schema) && seen.has(schema)) continue
    seen.add(schema)
    subschema(schema)
  }
  return [...warnings]
}

/** One document while its parts are compiled, in whatever order they are asked for. */
export type Compiler = {
  readonly index: SchemaIndex
  /** What is compiled already, unless each schema is reached in one way only. */
  readonly compiled: Map<JsonObject, Check> | undefined
  readonly subschema: SchemaNode['subschema']
  readonly warn: SchemaNode['warn']
  readonly postpone: SchemaNode['postpone']
  /**
   * Compiles what can't be understood without the whole document; undefined where that is known
   * already.
   */
  readonly compileWhole: ((schema: JsonObject) => Check) | undefined
  /** How many schemas are being compiled, each inside the other. */
  depth: number
  /** How many were. */
  count: number
}

export const createCompiler = (
  root: JsonSchema,
  options: SchemaOptions,
  warn: Compiler['warn'] = ignore,
  postpone: Compiler['postpone'] = ignore,
): Compiler => {
  const index = indexDocument(root, options)
  const compiled = index.isTree ? undefined : new Map<JsonObject, Check>()
  const compiler: Compiler = {
    index,
    compiled,
    subschema: (schema) => compileSubschema(compiler, schema),
    warn,
    postpone,
    compileWhole: undefined,
    depth: 0,
    count: 0,
  }
  return compiler
}

/**
 * Looks at nothing before it is asked for it, as most tools say all of a value where it stands: to
 * look through a document for what others may refer to takes longer than to compile what a call
 * uses of it. The first schema that refers, names or asks for more has the whole looked through,
 * and is compiled with all that is inside it by the compiler of the whole.
 */
const createPlainCompiler = (root: JsonSchema, options: SchemaOptions): Compiler => {
  const index = createEmptyIndex(options)
  let whole: Compiler | undefined
  const compileWhole = (schema: JsonObject): Check => {
    whole ??= createCompiler(root, options)
    const check = whole.subschema(schema)
    // What lies around it names no resource, so all of it belongs to that of the root.
    return whole.index.refersDynamically ? inResource(index.outside.base, check) : check
  }
  const compiler: Compiler = {
    index,
    compiled: undefined,
    subschema: (schema) => compileSubschema(compiler, schema),
    warn: ignore,
    postpone: ignore,
    compileWhole,
    depth: 0,
    count: 0,
  }
  return compiler
}

const ignore = (): void => {}

const compileSubschema = (compiler: Compiler, schema: unknown): Check => {
  if (isObject(schema)) return compiler.compiled?.get(schema) ?? compileOnce(compiler, schema)
  if (schema === true) return anything
  if (schema === false) return nothing
  compiler.warn(
    `A schema must be an object or a boolean; ${schema === null ? 'null' : typeof schema} was accepted as "anything"`,
  )
  return anything
}

/**
 * A schema that is reached again while it is being compiled (recursion) is called through its
 * entry.
 */
const compileOnce = (compiler: Compiler, schema: JsonObject): Check => {
  const { compiled } = compiler
  if (!compiled) return compileInDepth(compiler, schema)
  let check: Check = anything
  compiled.set(schema, (value, run) => check(value, run))
  check = compileInDepth(compiler, schema)
  compiled.set(schema, check)
  return check
}

const compileInDepth = (compiler: Compiler, schema: JsonObject): Check => {
  const { compileWhole } = compiler
  // One object may stand in many places, even inside itself; only the compiler of the whole sees
  // that.
  if (compileWhole && (compiler.depth >= plainDepth || compiler.count >= plainCount))
    return compileWhole(schema)
  if (compiler.depth >= maximumDepth) {
    compiler.warn(
      `More than ${maximumDepth} schemas lie directly in each other; what lies deeper was accepted as "anything"`,
    )
    return anything
  }
  compiler.count += 1
  compiler.depth += 1
  const check = compileObject(compiler, schema)
  compiler.depth -= 1
  return check
}

const maximumDepth = 256
const plainDepth = 32
const plainCount = 1_000

const compileObject = (
  { index, subschema, postpone, warn, compileWhole }: Compiler,
  schema: JsonObject,
): Check => {
  const place = placeOf(index, schema)
  const { dialect } = place
  const onlyReference = dialect.refHidesSiblings && typeof schema['$ref'] === 'string'
  const knows = (keyword: string) =>
    dialect.knows(keyword) && (!onlyReference || keyword === '$ref')
  const get = (keyword: string) =>
    Object.hasOwn(schema, keyword) && knows(keyword) ? schema[keyword] : undefined
  let groups = 0
  for (const keyword in schema) if (knows(keyword)) groups |= groupOf(keyword)
  if (compileWhole && needsWhole(groups & wholeGroups, schema, index.options))
    return compileWhole(schema)

  let check = compileGroups(
    { get, place, index, subschema, postpone, warn, otherwise: anything },
    groups,
  )
  if (get('nullable') === true && get('type') === undefined) check = orNull(check)
  if (index.asksEvaluated) check = evaluating(check)
  return index.refersDynamically ? inResource(place.base, check) : check
}

/** A `$schema` alone says nothing new, most of the time. */
const needsWhole = (groups: number, schema: JsonObject, options: SchemaOptions): boolean =>
  groups !== 0 && (groups !== dialectGroup || dialectNamedBy(schema, options) !== undefined)

const nothing: Check = (_value, run) => fail(run, 'false', () => 'is not allowed here')

const compileGroups = (node: SchemaNode, groups: number): Check => {
  const loops = hasLoop(node, groups)
  if (loops) node.otherwise = type(node) ?? anything
  const all = compileEach(node, groups & ~unevaluatedGroups & ~(loops ? typeGroup : 0))
  if ((groups & unevaluatedGroups) === 0) return all
  const last = compileEach(node, groups & unevaluatedGroups)
  return (value, run) => all(value, run) && last(value, run)
}

/** Whether the loop over properties, or over items, can ask for the type as well. */
const hasLoop = (node: SchemaNode, groups: number): boolean => {
  const loops = groups & (objectGroup | itemGroup)
  if ((groups & typeGroup) === 0 || (loops !== objectGroup && loops !== itemGroup)) return false
  return ((typesOf(node) ?? 0) & (loops === objectGroup ? objectType : arrayType)) !== 0
}

const compileEach = (node: SchemaNode, groups: number): Check => {
  let checks: Check[] | undefined
  let first: Check | undefined
  // Bit by bit: few groups are there of the many that could be.
  for (let left = groups & compiledGroups; left !== 0; left &= left - 1) {
    const check = compilers[31 - Math.clz32(left & -left)]?.(node)
    if (!check) continue
    if (!first) first = check
    else if (!checks) checks = [first, check]
    else checks.push(check)
  }
  return checks ? sequence(checks) : (first ?? anything)
}
