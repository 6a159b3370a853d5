import type { Check, Run } from '../check.ts'
import type { Keyword, SchemaNode } from '../schema-node.ts'
import type { JsonObject } from '../../json-schema.ts'
import { hasProperty, isObject } from '../../json-schema.ts'
import { fail, within } from '../check.ts'
import { addProperty } from '../evaluated.ts'
import { compilePattern } from '../patterns.ts'

/** `properties`, `patternProperties` and `additionalProperties`. */
export const properties: Keyword = (node) => {
  const declared = compileDeclared(node)
  const patterns = compilePatterns(node)
  const additional = compileAdditional(node, declared, patterns)
  if (declared.size === 0 && patterns.length === 0 && !additional) return undefined
  const entries = [...declared]
  const isOpen = patterns.length === 0 && !additional

  return (value, run) => {
    if (!isObject(value)) return true
    let valid = true
    for (const [key, check] of entries) {
      if (!hasProperty(value, key) || checkProperty(run, key, check, value[key])) continue
      if (!run.issues) return false
      valid = false
    }
    if (isOpen) return valid
    for (const key of Object.keys(value)) {
      if (!hasProperty(value, key) || checkUndeclared(key, value, run)) continue
      if (!run.issues) return false
      valid = false
    }
    return valid
  }

  function checkUndeclared(key: string, value: JsonObject, run: Run): boolean {
    let valid = true
    let matched = declared.has(key)
    for (const [pattern, check] of patterns) {
      if (!pattern.test(key)) continue
      matched = true
      valid = checkProperty(run, key, check, value[key]) && valid
    }
    if (matched || !additional) return valid
    if (run.evaluated) addProperty(run.evaluated, key)
    return additional(key, value[key], run)
  }
}

const compileDeclared = (node: SchemaNode): Map<string, Check> => {
  const schemas = node.get('properties')
  return new Map(isObject(schemas) ? Object.keys(schemas).map((key) => [key, node.subschema(schemas[key])]) : [])
}

const compilePatterns = (node: SchemaNode): [RegExp, Check][] => {
  const schemas = node.get('patternProperties')
  if (!isObject(schemas)) return []
  return Object.keys(schemas).flatMap((source) => {
    const pattern = compilePattern(node, source)
    return pattern ? [[pattern, node.subschema(schemas[source])] as [RegExp, Check]] : []
  })
}

type AdditionalCheck = (key: string, value: unknown, run: Run) => boolean

const compileAdditional = (
  node: SchemaNode, declared: ReadonlyMap<string, Check>, patterns: readonly unknown[],
): AdditionalCheck | undefined => {
  const schema = node.get('additionalProperties')
  if (schema === undefined) return undefined
  const named = node.get('patternProperties')
  // Which names an ignored pattern would have allowed is unknown, so no name is refused for it.
  if (isObject(named) && Object.keys(named).length > patterns.length) return undefined
  if (schema === false) return (key, _value, run) => fail(run, 'additionalProperties', () => notAllowed([...declared.keys()]), key)
  const check = node.subschema(schema)
  return (key, value, run) => within(run, key, check, value)
}

const notAllowed = (allowed: readonly string[]): string => {
  if (allowed.length === 0) return 'is not allowed here'
  const more = allowed.length > 30 ? ` and ${allowed.length - 30} more` : ''
  return `is not allowed here; allowed: ${allowed.slice(0, 30).join(', ')}${more}`
}

const checkProperty = (run: Run, key: string, check: Check, value: unknown): boolean => {
  if (run.evaluated) addProperty(run.evaluated, key)
  return within(run, key, check, value)
}
