import { LimitExceeded, spend, type Run } from '../check.ts'
import type { SchemaNode } from '../schema-node.ts'
import { toProgram, type Instruction } from './to-program.ts'
import { boundWork } from './bound-work.ts'
import { matchInBounds } from './match-in-bounds.ts'
import { parsePattern } from './parse-pattern.ts'

export type Pattern = {
  test(text: string, run: Run): boolean
}

/**
 * Compiles a regular expression of a schema; undefined with a warning if it is invalid.
 *
 * The platform's engine is fast, but some patterns cause it to backtrack catastrophically. It is
 * used if the work is known to be small; otherwise a slower matcher with bounded work is used.
 */
export const compilePattern = (node: SchemaNode, source: string): Pattern | undefined => {
  if (source.length > maximumLength) {
    node.warn(
      `The pattern ${JSON.stringify(`${source.slice(0, 60)}…`)} has more than ${maximumLength} characters and was ignored`,
    )
    return undefined
  }
  const expression = toExpression(source)
  if (!expression) {
    node.warn(`The pattern ${JSON.stringify(source)} is not a regular expression and was ignored`)
    return undefined
  }
  const pattern = inBounds(source, expression)
  if (!pattern)
    node.warn(`The pattern ${JSON.stringify(source)} could take unbounded time and was ignored`)
  return pattern
}

/** Real patterns have hundreds of characters; analyzing one takes more than linear time. */
const maximumLength = 10_000

/**
 * The drafts require Unicode mode; escapes such as `\-` or `\_`, common in tools, are only valid
 * without it.
 */
const toExpression = (source: string): RegExp | undefined => {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {
      // the next mode may accept it
    }
  }
  return undefined
}

const inBounds = (source: string, expression: RegExp): Pattern | undefined => {
  const { flags } = expression
  const tree = parsePattern(source, flags === 'u')
  if (!tree) return undefined
  const bound = boundWork(tree, flags)
  let program: Instruction[] | undefined
  if (bound(1) > allowance) {
    program = toProgram(tree, flags)
    if (!program) return undefined
  }
  return {
    test: (text, run) => {
      const work = bound(text.length)
      if (work <= allowance + text.length * 100) {
        spend(run, work >> 6)
        return expression.test(text)
      }
      program ??= toProgram(tree, flags)
      if (!program) throw new LimitExceeded('is too large to be checked')
      return matchInBounds(program, flags === 'u' ? [...text] : text.split(''), run)
    },
  }
}

/** Too few steps to matter. */
const allowance = 50_000
