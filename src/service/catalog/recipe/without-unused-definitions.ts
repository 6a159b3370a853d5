import { isObject } from '../../../schema/json-schema.ts'
import type { JsonSchema } from '../definitions.ts'

/**
 * The schema with those of its `$defs` that something in it refers to: arguments that left it may
 * have been the only ones. It is unchanged if a reference may be by another name than a path.
 */
export const withoutUnusedDefinitions = (schema: JsonSchema): JsonSchema => {
  const { $defs: definitions, ...rest } = schema
  if (!isObject(definitions)) return schema
  const reached = new Set<string>()
  const pending: unknown[] = [rest]
  while (pending.length > 0) {
    const value = pending.pop()
    if (!isObject(value) && !Array.isArray(value)) continue
    for (const [key, inner] of Object.entries(value)) {
      if (isNamedOtherwise(key, inner)) return schema
      pending.push(inner)
      const name = key === '$ref' && typeof inner === 'string' ? definitionOf(inner) : undefined
      if (name === undefined || reached.has(name)) continue
      reached.add(name)
      if (Object.hasOwn(definitions, name)) pending.push(definitions[name])
    }
  }
  const left = Object.entries(definitions).filter(([name]) => reached.has(name))
  if (left.length === Object.keys(definitions).length) return schema
  return { ...rest, ...(left.length > 0 && { $defs: Object.fromEntries(left) }) }
}

const otherNames = new Set(['$id', '$anchor', '$dynamicRef', '$recursiveRef'])

const isNamedOtherwise = (key: string, value: unknown): boolean =>
  typeof value === 'string' && (otherNames.has(key) || (key === '$ref' && /[%~]/.test(value)))

const definitionOf = (reference: string): string | undefined =>
  /^#\/\$defs\/([^/]+)/.exec(reference)?.[1]
