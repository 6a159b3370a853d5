import { checkMember, enter, fail, leave, type Check, type Run } from '../check.ts'
import { anything, stringsOf, type Keyword } from '../schema-node.ts'
import { type JsonObject, hasProperty, isObject } from '../../json-schema.ts'
import { addProperty } from '../evaluated.ts'
import { findName } from '../find-name.ts'
import { typeOf } from '../types.ts'
import { bitsOfCheck } from './type.ts'
import { undeclaredProperties } from './undeclared-properties.ts'

/**
 * `required`, `properties`, `patternProperties` and `additionalProperties` in one pass over the
 * value's own properties.
 *
 * The pass is optimized for values whose properties have the order of the schema: they need no
 * lookup of names.
 */
export const objects: Keyword = (node) => {
  const properties = node.get('properties')
  const schemas: JsonObject = isObject(properties) ? properties : {}
  const names = Object.keys(schemas)
  const required = distinct(stringsOf(node.get('required')))
  const needed = required.length
  const undeclared = undeclaredProperties(node, names)
  const { otherwise, subschema } = node
  const checks: Check[] = []
  // Of each property that was compiled: the types that its check judges alone, and whether it is
  // required.
  const marks: number[] = []
  const compileProperty = (at: number, name: string): number => {
    const check = subschema(schemas[name])
    checks[at] = check
    return (marks[at] = bitsOfCheck(check) | (findName(required, name) >= 0 ? isRequired : 0))
  }
  for (const name of names) node.postpone(schemas[name])

  return (value, run) => {
    if (!isObject(value)) return otherwise(value, run)
    const evaluated = enter(run)
    let valid =
      run.issues === undefined ||
      reportMissing(required, value, run, () => (undeclared ? [] : othersOf(value, names)))
    let found = 0
    let next = 0
    let seen = 0
    for (const name in value) {
      seen += 1
      const member = value[name]
      if (member === undefined || !isOwn.call(value, name)) continue
      const at = names[next] === name ? next : findName(names, name)
      let holds = true
      if (at >= 0) {
        next = at + 1
        if (evaluated) addProperty(evaluated, name)
        const mark = marks[at] ?? compileProperty(at, name)
        if ((mark & isRequired) !== 0) found += 1
        if ((mark & typeOf(member)) !== 0) run.steps += 1
        else holds = checkMember(run, name, checks[at] ?? anything, member)
      } else if (found < needed && findName(required, name) >= 0) found += 1
      if (undeclared && (at < 0 || undeclared.asksAll))
        holds = undeclared.check(name, member, run, evaluated, at >= 0) && holds
      if (holds) continue
      valid = false
      if (run.issues === undefined) break
    }
    // Without a check of the limit: whatever repeats this pass checks it.
    run.steps += seen
    leave(run, evaluated)
    return valid && found === needed
  }
}

/** A bit beside those of types. */
const isRequired = 128

/** A set costs more than it saves for the one or two names that most schemas require. */
const distinct = (names: string[]): string[] => (names.length < 2 ? names : [...new Set(names)])

const isOwn = Object.prototype.hasOwnProperty

/** The names that stand for a missing one, if they are misspelled. */
const othersOf = (value: JsonObject, names: readonly string[]): string[] =>
  Object.keys(value).filter((name) => findName(names, name) < 0)

const reportMissing = (
  required: readonly string[],
  value: JsonObject,
  run: Run,
  others: () => readonly string[],
): boolean => {
  const missing = required.filter((name) => !hasProperty(value, name))
  for (const name of missing)
    fail(run, 'required', () => 'is required', { key: name, known: others })
  return missing.length === 0
}
