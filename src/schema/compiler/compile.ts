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
 * Compiles a schema to closures. Those for members of objects and lists are compiled when the first
 * value for them arrives, because a call uses few of the properties that a tool declares. Never
 * throws because of a schema: what cannot be understood is accepted.
 */
export const compile = (root: JsonSchema, options: SchemaOptions): Check =>
  (options.remotes || options.draft === 'draft-04'
    ? createCompiler(root, options)
    : createPlainCompiler(root, options)
  ).subschema(root)

/**
 * Returns the parts of a schema that cannot be understood. Compiles all of it, and caches nothing.
 */
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
  // Compiling adds further schemas; the array grows during the loop.
  for (const schema of schemas) {
    if (isObject(schema) && seen.has(schema)) continue
    seen.add(schema)
    subschema(schema)
  }
  return [...warnings]
}

/** One document while its parts are compiled, in the order in which they are needed. */
export type Compiler = {
  readonly index: SchemaIndex
  /** The schemas compiled so far; undefined if each schema can be reached in one way only. */
  readonly compiled: Map<JsonObject, Check> | undefined
  readonly subschema: SchemaNode['subschema']
  readonly warn: SchemaNode['warn']
  readonly postpone: SchemaNode['postpone']
  /** Compiles a schema with an index of the whole document; undefined if this compiler has one. */
  readonly compileWhole: ((schema: JsonObject) => Check) | undefined
  /** How many schemas are being compiled, nested in each other. */
  depth: number
  /** How many schemas were compiled. */
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
 * Indexes nothing until it is needed, because most schemas of tools contain no references: indexing
 * a document takes longer than compiling the part that a call uses. The first schema that contains
 * a reference or an identifier has the whole document indexed, and is compiled, with everything
 * inside it, by the compiler of the whole document.
 */
const createPlainCompiler = (root: JsonSchema, options: SchemaOptions): Compiler => {
  const index = createEmptyIndex(options)
  let whole: Compiler | undefined
  const compileWhole = (schema: JsonObject): Check => {
    whole ??= createCompiler(root, options)
    const check = whole.subschema(schema)
    // Nothing around it defines a resource, so all of it belongs to that of the root.
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
  // One object may be used in many places, even inside itself; only the compiler of the whole
  // document detects that.
  if (compileWhole && (compiler.depth >= plainDepth || compiler.count >= plainCount))
    return compileWhole(schema)
  if (compiler.depth >= maximumDepth) {
    compiler.warn(
      `More than ${maximumDepth} schemas are nested directly in each other; deeper ones were accepted as "anything"`,
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

/** A `$schema` alone usually changes nothing. */
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

/** Whether the loop over properties, or over items, can check the type as well. */
const hasLoop = (node: SchemaNode, groups: number): boolean => {
  const loops = groups & (objectGroup | itemGroup)
  if ((groups & typeGroup) === 0 || (loops !== objectGroup && loops !== itemGroup)) return false
  return ((typesOf(node) ?? 0) & (loops === objectGroup ? objectType : arrayType)) !== 0
}

const compileEach = (node: SchemaNode, groups: number): Check => {
  let checks: Check[] | undefined
  let first: Check | undefined
  // Bit by bit: few of the possible groups are present.
  for (let left = groups & compiledGroups; left !== 0; left &= left - 1) {
    const check = compilers[31 - Math.clz32(left & -left)]?.(node)
    if (!check) continue
    if (!first) first = check
    else if (!checks) checks = [first, check]
    else checks.push(check)
  }
  return checks ? sequence(checks) : (first ?? anything)
}
