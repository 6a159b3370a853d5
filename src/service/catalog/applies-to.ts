import type { ToolDefinition } from './definitions.ts'
import { fits } from './operation-patterns.ts'

/** What identifies an operation in a rule of a toolkit. */
export type RuledOperation = Pick<ToolDefinition, 'operation' | 'operationId' | 'tags'>

/**
 * Whether a rule applies to an operation: without patterns to all, otherwise by the beginning of a
 * tag, the operation id, the path or `METHOD /path`, like `include` of an import.
 */
export const appliesTo = (
  patterns: readonly string[] | undefined,
  { operation, operationId, tags }: RuledOperation,
): boolean => {
  if (!patterns) return true
  const path = operation.replace(/^[A-Z]+ (?=\/)/, '')
  const subjects = [
    ...tags,
    operation,
    path,
    ...(operationId === undefined ? [] : [operationId]),
  ].map((subject) => subject.toLowerCase())
  return patterns.some((pattern) =>
    subjects.some((subject) => fits(pattern.toLowerCase(), subject)),
  )
}
