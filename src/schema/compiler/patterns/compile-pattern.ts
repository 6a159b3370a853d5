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
 * A regular expression of a schema, or undefined with a warning when it is none.
 *
 * The platform's engine is fast, but some patterns send it into endless retries. It is asked where
 * the work is known to be little; elsewhere a slower matcher, whose work is bounded, takes its
 * place.
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
    node.warn(`The pattern ${JSON.stringify(source)} is no regular expression and was ignored`)
    return undefined
  }
  const pattern = inBounds(source, expression)
  if (!pattern)
    node.warn(`The pattern ${JSON.stringify(source)} could take endless time and was ignored`)
  return pattern
}

/** Real ones have hundreds of characters; to look through one takes more than its length. */
const maximumLength = 10_000

/**
 * Unicode mode is what the drafts ask for; escapes such as `\-` or `\_`, common in tools, exist
 * only without it.
 */
const toExpression = (source: string): RegExp | undefined => {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {
      // the next mode may take it
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

/** Steps that are too few to notice. */
const allowance = 50_000
