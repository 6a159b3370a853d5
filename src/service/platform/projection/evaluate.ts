import type { JSONValue } from '@jmespath-community/jmespath'
import { createBudget, type Limits } from './budget.ts'
import type { Expression } from './compile-expression.ts'
import { interpret } from './interpret.ts'
import { libraryMessage } from './library-message.ts'
import { ProjectionError } from './projection-error.ts'

/** Of the result: what an answer may have. */
const limits = { values: 200_000, characters: 16 * 1024 * 1024, depth: 200 } as const

/**
 * Evaluates an expression. Throws a `ProjectionError`: an `OverBudget` where it would take more
 * work than it may.
 */
export const evaluate = (expression: Expression, data: unknown, most: Limits): unknown => {
  try {
    return copyBounded(interpret(expression, data as JSONValue, createBudget(most)))
  } catch (cause) {
    if (cause instanceof ProjectionError) throw cause
    throw failed(
      `cannot be evaluated on the answer: ${libraryMessage(cause) ?? 'a part of it does not fit'}`,
      { cause },
    )
  }
}

/** Takes JSON Pointers (RFC 6901) from a value; what is not there is left out. */
export const takePointers = (
  pointers: readonly string[],
  data: unknown,
): Record<string, unknown> => {
  const found = pointers.flatMap((pointer): [string, unknown][] => {
    const value = follow(data, pointer)
    return value === undefined ? [] : [[pointer, value]]
  })
  return copyBounded(Object.fromEntries(found)) as Record<string, unknown>
}

const follow = (data: unknown, pointer: string): unknown => {
  let value = data
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** Copies a result, in which an expression can repeat a part without end. */
const copyBounded = (result: unknown): unknown => {
  let [values, characters] = [0, 0]
  const copy = (value: unknown, depth: number): unknown => {
    values += 1
    if (typeof value === 'string') characters += value.length
    if (values > limits.values || characters > limits.characters || depth > limits.depth)
      throw failed('selects more than a result can hold: select less')
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) ? value : null
      case 'object':
        return copyBranch(value, depth)
      default:
        return null
    }
  }
  const copyBranch = (value: object | null, depth: number): unknown => {
    if (value === null) return null
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    const entries = Object.entries(value).map(([key, member]: [string, unknown]) => {
      characters += key.length
      return [key, copy(member, depth + 1)] as const
    })
    return Object.fromEntries(entries)
  }
  return copy(result, 0)
}

const failed = (message: string, options?: ErrorOptions): ProjectionError =>
  new ProjectionError('failed', message, options)
