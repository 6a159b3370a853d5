import type { JsonObject, JsonSchema, SchemaOptions } from '../json-schema.ts'
import type { Check } from './check.ts'
import type { SchemaIndex } from './schema-index.ts'
import type { SchemaNode } from './schema-node.ts'
import { isObject } from '../json-schema.ts'
import { fail } from './check.ts'
import { compilers, groupOf, itemGroup, objectGroup, unevaluatedGroups } from './keywords/index.ts'
import { type, typesOf } from './keywords/type.ts'
import { indexDocument } from './resolve.ts'
import { placeOf } from './schema-index.ts'
import { anything } from './schema-node.ts'
import { arrayType, objectType } from './types.ts'
import { evaluating, inResource, orNull, sequence } from './wrap-check.ts'

/**
 * Turns a schema into closures, those for members of objects and lists when the first value for them comes: a call uses few of the
 * properties that a tool declares. Never throws on a schema: what cannot be understood is accepted.
 */
export const compile = (root: JsonSchema, options: SchemaOptions): Check => createCompiler(root, options).subschema(root)

/** What of a schema cannot be understood. Compiles all of it, and keeps nothing. */
export const findWarnings = (root: JsonSchema, options: SchemaOptions): string[] => {
  const warnings = new Set<string>()
  const schemas: unknown[] = [root]
  const { subschema } = createCompiler(root, options, (message) => void warnings.add(message), (schema) => void schemas.push(schema))
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
export interface Compiler {
  readonly index: SchemaIndex
  /** What is compiled already, unless each schema is reached in one way only. */
  readonly compiled: Map<JsonObject, Check> | undefined
  readonly subschema: SchemaNode['subschema']
  readonly warn: SchemaNode['warn']
  readonly postpone: SchemaNode['postpone']
  /** How many schemas are being compiled, each inside the other. */
  depth: number
}

export const createCompiler = (
  root: JsonSchema, options: SchemaOptions, warn: Compiler['warn'] = ignore, postpone: Compiler['postpone'] = ignore,
): Compiler => {
  const index = indexDocument(root, options)
  const compiled = index.isTree ? undefined : new Map<JsonObject, Check>()
  const compiler: Compiler = { index, compiled, subschema: (schema) => compileSubschema(compiler, schema), warn, postpone, depth: 0 }
  return compiler
}

const ignore = (): void => {}

const compileSubschema = (compiler: Compiler, schema: unknown): Check => {
  if (isObject(schema)) return compiler.compiled?.get(schema) ?? compileOnce(compiler, schema)
  if (schema === true) return anything
  if (schema === false) return nothing
  compiler.warn(`A schema must be an object or a boolean; ${schema === null ? 'null' : typeof schema} was accepted as "anything"`)
  return anything
}

/** A schema that is reached again while it is being compiled (recursion) is called through its entry. */
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
  if (compiler.depth >= maximumDepth) {
    compiler.warn(`More than ${maximumDepth} schemas lie directly in each other; what lies deeper was accepted as "anything"`)
    return anything
  }
  compiler.depth += 1
  const check = compileObject(compiler, schema)
  compiler.depth -= 1
  return check
}

const maximumDepth = 256

const compileObject = ({ index, subschema, postpone, warn }: Compiler, schema: JsonObject): Check => {
  const place = placeOf(index, schema)
  const { dialect } = place
  const onlyReference = dialect.refHidesSiblings && typeof schema['$ref'] === 'string'
  const knows = (keyword: string) => dialect.knows(keyword) && (!onlyReference || keyword === '$ref')
  const get = (keyword: string) => Object.hasOwn(schema, keyword) && knows(keyword) ? schema[keyword] : undefined
  let groups = 0
  for (const keyword in schema) if (knows(keyword)) groups |= groupOf(keyword)

  let check = compileGroups({ get, place, index, subschema, postpone, warn, otherwise: anything }, groups)
  if (get('nullable') === true && get('type') === undefined) check = orNull(check)
  if (index.asksEvaluated) check = evaluating(check)
  return index.refersDynamically ? inResource(place.base, check) : check
}

const nothing: Check = (_value, run) => fail(run, 'false', () => 'is not allowed here')

const compileGroups = (node: SchemaNode, groups: number): Check => {
  const loop = loopFor(node, groups)
  const own = loop ? { ...node, otherwise: type(node) ?? anything } : node
  const all = compileEach(own, groups & ~unevaluatedGroups & ~(loop ? groupOf('type') : 0))
  if ((groups & unevaluatedGroups) === 0) return all
  const last = compileEach(node, groups & unevaluatedGroups)
  return (value, run) => all(value, run) && last(value, run)
}

/** Whether the loop over properties, or over items, can ask for the type as well. */
const loopFor = (node: SchemaNode, groups: number): boolean => {
  const types = groups & groupOf('type') ? typesOf(node) ?? 0 : 0
  const loops = groups & (objectGroup | itemGroup)
  return (loops === objectGroup && (types & objectType) !== 0) || (loops === itemGroup && (types & arrayType) !== 0)
}

const compileEach = (node: SchemaNode, groups: number): Check => {
  const checks: Check[] = []
  for (const [at, compileGroup] of compilers.entries()) {
    const check = groups & (1 << at) ? compileGroup(node) : undefined
    if (check) checks.push(check)
  }
  return sequence(checks)
}
