import type { JsonSchema } from '../../schema/index.ts'
import { assign, match, type Assignment } from '../matchers/index.ts'
import type { CaseTool, ExpectedCall, Score } from '../types.ts'
import type { ExecutedCall } from './executed-calls.ts'
import { scoreArguments } from './score-arguments.ts'

/** Which actual call is assigned to which expected call, and the remaining ones. */
export type AssignedCalls = {
  pairs: {
    expected: ExpectedCall
    call?: ExecutedCall | undefined
    arguments?: Score | undefined
  }[]
  extra: ExecutedCall[]
  /** For each expected and each actual call how well they match; 0 if the tools differ. */
  weights: number[][]
  assignment: Assignment
}

/**
 * Assigns actual calls to expected ones so that, in total, the most tools and then the most
 * arguments are correct.
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
  // One more correct tool outweighs all arguments together.
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
