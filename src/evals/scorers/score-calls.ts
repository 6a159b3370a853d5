import { show } from '../matchers/index.ts'
import type { CaseRun, ExpectedCall, Score } from '../types.ts'
import { assignCalls, type AssignedCalls } from './assign-calls.ts'
import { executedCalls } from './executed-calls.ts'
import { scoreOrder } from './score-order.ts'

/**
 * Scores the calls of a run against the expected ones: tools, arguments, order and additional
 * calls.
 */
export const scoreCalls = (run: CaseRun): Score[] => {
  const { calls: expected, order = 'none', extraCalls = 'forbidden', recovers } = run.case.expect
  if (!expected) return []
  // If the model is expected to recover, the successful call counts, and the failed ones before it
  // are not additional calls.
  const calls = executedCalls(run).filter(({ error }) => !(recovers && typeof error === 'string'))
  const assigned = assignCalls(expected, calls, run.tools)
  return [
    ...(expected.length > 0 ? [scoreTools(assigned), scoreAllArguments(assigned)] : []),
    ...(order !== 'none' && expected.length > 1 ? [scoreOrder(order, assigned, calls)] : []),
    ...(extraCalls === 'forbidden' ? [scoreExtra(assigned)] : []),
  ]
}

const scoreTools = ({ pairs }: AssignedCalls): Score => {
  const missing = pairs.filter(({ call }) => !call)
  return {
    name: 'tools',
    value: 1 - missing.length / pairs.length,
    reason:
      missing.length > 0
        ? `Not called: ${missing.map(({ expected }) => nameOf(expected)).join(', ')}`
        : '',
  }
}

const scoreAllArguments = ({ pairs }: AssignedCalls): Score => {
  const parts = pairs.map(({ expected, arguments: score }): Score => ({
    ...(score ?? { value: 0, reason: 'was not called' }),
    name: nameOf(expected),
  }))
  return {
    name: 'arguments',
    value: parts.reduce((sum, { value }) => sum + (value ?? 0), 0) / parts.length,
    reason: parts
      .filter(({ value }) => value !== 1)
      .map(({ name, reason }) => `${name}: ${reason}`)
      .join('; '),
    parts,
  }
}

const scoreExtra = ({ pairs, extra }: AssignedCalls): Score => ({
  name: 'extra-calls',
  value: extra.length === 0 ? 1 : pairs.length / (pairs.length + extra.length),
  reason:
    extra.length > 0
      ? `Not expected: ${extra.map(({ tool, arguments: given }) => `${tool} ${show(given)}`).join(', ')}`
      : '',
})

const nameOf = ({ id, tool }: ExpectedCall): string =>
  id ?? (typeof tool === 'string' ? tool : show(tool))
