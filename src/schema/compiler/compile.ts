import type { JsonObject, JsonSchema, SchemaOptions } from '../json-schema.ts'
import type { Check, Evaluated, Run } from './check.ts'
import type { SchemaNode } from './schema-node.ts'
import { isObject } from '../json-schema.ts'
import { fail } from './check.ts'
import { keywords, lastKeywords } from './keywords/index.ts'
import { createRegistry } from './registry.ts'
import { createEvaluated, mergeEvaluated } from './evaluated.ts'

const maximumSchemaDepth = 256

/** Turns a schema into closures. Never throws on a schema: what cannot be understood is accepted and named in the warnings. */
export const compile = (root: JsonSchema, options: SchemaOptions): { check: Check; warnings: string[] } => {
  const registry = createRegistry(root, options)
  const { features } = registry
  const compiled = new Map<JsonObject, { check: Check | undefined }>()
  const warnings = new Set<string>()
  const referred: JsonObject[] = []
  let depth = 0

  const subschema = (schema: unknown): Check => {
    if (schema === true) return anything
    if (schema === false) return nothing
    if (isObject(schema)) return compileOnce(schema)
    warnings.add(`A schema must be an object or a boolean; ${schema === null ? 'null' : typeof schema} was accepted as "anything"`)
    return anything
  }

  /** A schema that is reached again while it is being compiled (recursion) is called through its entry. */
  const compileOnce = (schema: JsonObject): Check => {
    const known = compiled.get(schema)
    if (known) return known.check ?? ((value, run) => known.check?.(value, run) ?? true)
    const entry: { check: Check | undefined } = { check: undefined }
    compiled.set(schema, entry)
    depth += 1
    entry.check = depth > maximumSchemaDepth ? tooDeep() : compileObject(schema)
    depth -= 1
    return entry.check
  }

  /** Targets of references are compiled after everything else, so that a long chain of them is no deep nesting. */
  const subschemaLater = (schema: unknown): Check => {
    if (!isObject(schema)) return subschema(schema)
    referred.push(schema)
    let check: Check | undefined
    return (value, run) => (check ??= compileOnce(schema))(value, run)
  }

  const tooDeep = (): Check => {
    warnings.add(`The schema is nested more than ${maximumSchemaDepth} levels deep; what lies deeper was accepted as "anything"`)
    return anything
  }

  const compileObject = (schema: JsonObject): Check => {
    const place = registry.placeOf(schema)
    const onlyReference = place.dialect.refHidesSiblings && typeof schema['$ref'] === 'string'
    const node: SchemaNode = {
      get: (keyword) => Object.hasOwn(schema, keyword) && place.dialect.knows(keyword) && (!onlyReference || keyword === '$ref')
        ? schema[keyword] : undefined,
      place, registry, subschema, subschemaLater,
      warn: (message) => void warnings.add(message),
    }
    let check = sequence(
      keywords.map((keyword) => keyword(node)).filter((check) => check !== undefined),
      lastKeywords.map((keyword) => keyword(node)).filter((check) => check !== undefined),
    )
    if (node.get('nullable') === true && node.get('type') === undefined) check = orNull(check)
    if (features.unevaluated) check = evaluating(check)
    return features.dynamicScope ? inResource(place.base, check) : check
  }

  const check = subschema(root)
  // Compiling may bring further targets; the array grows meanwhile.
  for (const schema of referred) compileOnce(schema)
  return { check, warnings: [...warnings] }
}

const anything: Check = () => true

const nothing: Check = (_value, run) => fail(run, 'false', () => 'is not allowed here')

/** `last` runs when all others have passed: it asks what they have evaluated. */
const sequence = (checks: Check[], last: Check[]): Check => {
  const [first] = checks
  if (last.length > 0) {
    const before = sequence(checks, [])
    const after = sequence(last, [])
    return (value, run) => before(value, run) && after(value, run)
  }
  if (first === undefined) return anything
  if (checks.length === 1) return first
  return (value, run) => {
    let valid = true
    for (const check of checks) {
      if (check(value, run)) continue
      if (!run.issues) return false
      valid = false
    }
    return valid
  }
}

/** `nullable` beside `type` adds a type (see keywords/type.ts); alone, beside `anyOf` or `$ref`, it lets null through. */
const orNull = (check: Check): Check => (value, run) => value === null || check(value, run)

/** Gives the schema a record of its own, and tells the schema around it only when it holds. */
const evaluating = (check: Check): Check => (value, run) => {
  const outer = run.evaluated
  const own: Evaluated = createEvaluated()
  run.evaluated = own
  const valid = check(value, run)
  run.evaluated = outer
  if (valid && outer) mergeEvaluated(outer, own)
  return valid
}

const inResource = (base: string, check: Check): Check => (value, run: Run) => {
  if (run.scope.at(-1) === base) return check(value, run)
  run.scope.push(base)
  const valid = check(value, run)
  run.scope.pop()
  return valid
}
