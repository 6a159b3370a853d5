import type { JsonSchema } from '../../schema/index.ts'
import { assign, match, type Assignment } from '../matchers/index.ts'
import type { CaseTool, ExpectedCall, Score } from '../types.ts'
import type { ExecutedCall } from './executed-calls.ts'
import { scoreArguments } from './score-arguments.ts'

/** Which call answers which expected call, and the calls that answer none. */
export type AssignedCalls = {
  pairs: {
    expected: ExpectedCall
    call?: ExecutedCall | undefined
    arguments?: Score | undefined
  }[]
  extra: ExecutedCall[]
  /** For each expected and each actual call how well they fit; 0 where the tool is another. */
  weights: number[][]
  assignment: Assignment
}

/**
 * Gives each expected call the actual one with which, over all of them, the most tools and then the
 * most arguments are right.
 */
export const assignCalls = (
  expected: ExpectedCall[],
  calls: ExecutedCall[],
  tools: CaseTool[],
): AssignedCalls => {
  const schemas = new Map(
    tools.map(({ name, inputSchema }): [string, JsonSchema] => [name, inputSchema]),
  )
  const scores = expected.map((each) =>
    calls.map((call) =>
      isTool(each, call) ? scoreArguments(each, call.arguments, schemas.get(call.tool)) : undefined,
    ),
  )
  // One more right tool outweighs all arguments together.
  const weights = scores.map((row) =>
    row.map((score) => (score ? expected.length + 1 + (score.value ?? 0) : 0)),
  )
  const assignment = assign(weights)
  const taken = new Set(assignment.columnOf)
  return {
    pairs: expected.map((each, row) => {
      const column = assignment.columnOf[row]
      return column === undefined
        ? { expected: each }
        : { expected: each, call: calls[column], arguments: scores[row]?.[column] }
    }),
    extra: calls.filter((_, column) => !taken.has(column)),
    weights,
    assignment,
  }
}

const isTool = ({ tool }: ExpectedCall, call: ExecutedCall): boolean =>
  match(tool, call.tool).value === 1
