import { checkMember, fail, type Check, type Evaluated, type Run } from '../check.ts'
import type { SchemaNode } from '../schema-node.ts'
import { isObject } from '../../json-schema.ts'
import { addProperty } from '../evaluated.ts'
import { compilePattern, type Pattern } from '../patterns/compile-pattern.ts'

type UndeclaredProperties = {
  /** Patterns may apply to declared properties as well. */
  asksAll: boolean
  /** `evaluated` is the record of the object that contains the property. */
  check(
    name: string,
    member: unknown,
    run: Run,
    evaluated: Evaluated | undefined,
    isDeclared: boolean,
  ): boolean
}

/**
 * The check of `patternProperties` and `additionalProperties`; undefined when they restrict
 * nothing.
 */
export const undeclaredProperties = (
  node: SchemaNode,
  declared: readonly string[],
): UndeclaredProperties | undefined => {
  const patterns = compilePatterns(node)
  const additional = compileAdditional(node, declared, patterns)
  if (patterns.length === 0 && !additional) return undefined
  return {
    asksAll: patterns.length > 0,
    check: (name, member, run, evaluated, isDeclared) => {
      let valid = true
      let isMatched = isDeclared
      for (const { pattern, check } of patterns) {
        if (!pattern.test(name, run)) continue
        isMatched = true
        if (evaluated) addProperty(evaluated, name)
        valid = checkMember(run, name, check, member) && valid
      }
      if (isMatched || !additional) return valid
      if (evaluated) addProperty(evaluated, name)
      return additional(name, member, run)
    },
  }
}

const compilePatterns = (node: SchemaNode): { pattern: Pattern; check: Check }[] => {
  const schemas = node.get('patternProperties')
  if (!isObject(schemas)) return []
  return Object.keys(schemas).flatMap((source) => {
    const pattern = compilePattern(node, source)
    return pattern ? [{ pattern, check: node.subschema(schemas[source]) }] : []
  })
}

type AdditionalCheck = (name: string, member: unknown, run: Run) => boolean

const compileAdditional = (
  node: SchemaNode,
  declared: readonly string[],
  patterns: readonly unknown[],
): AdditionalCheck | undefined => {
  const schema = node.get('additionalProperties')
  if (schema === undefined) return undefined
  const named = node.get('patternProperties')
  // The names that an ignored pattern would have allowed are unknown, so it causes no rejection.
  if (isObject(named) && Object.keys(named).length > patterns.length) return undefined
  if (schema === false)
    return (name, _member, run) =>
      fail(run, 'additionalProperties', () => notAllowed(declared), {
        key: name,
        known: () => declared,
      })
  const check = node.subschema(schema)
  return (name, member, run) => checkMember(run, name, check, member)
}

const notAllowed = (allowed: readonly string[]): string => {
  if (allowed.length === 0) return 'is not allowed here'
  const more = allowed.length > 30 ? ` and ${allowed.length - 30} more` : ''
  return `is not allowed here; allowed: ${allowed.slice(0, 30).join(', ')}${more}`
}
