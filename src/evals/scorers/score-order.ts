import type { ExpectedCall, Score } from '../types.ts'
import type { AssignedCalls } from './assign-calls.ts'
import type { ExecutedCall } from './executed-calls.ts'

/**
 * `total`: the calls have the order of the case. `partial`: each is in a later step than the calls
 * it depends on.
 */
export const scoreOrder = (
  order: 'total' | 'partial',
  assigned: AssignedCalls,
  calls: ExecutedCall[],
): Score => (order === 'total' ? scoreTotal(assigned) : scorePartial(assigned, calls))

/** The share of the assignment that remains if no two pairs may cross. */
const scoreTotal = ({ weights, assignment: { total } }: AssignedCalls): Score => {
  if (total === 0) return { name: 'order', value: 0, reason: 'None of the expected calls was made' }
  const inOrder = bestInOrder(weights)
  return inOrder > total - rounding
    ? { name: 'order', value: 1, reason: '' }
    : { name: 'order', value: inOrder / total, reason: 'The calls were made in another order' }
}

const bestInOrder = (weights: number[][]): number => {
  let above: number[] = Array.from({ length: (weights[0]?.length ?? 0) + 1 }, () => 0)
  for (const row of weights) {
    const current = [0]
    for (const [column, weight] of row.entries())
      current.push(
        Math.max(above[column + 1] ?? 0, current[column] ?? 0, (above[column] ?? 0) + weight),
      )
    above = current
  }
  return above.at(-1) ?? 0
}

const scorePartial = (assigned: AssignedCalls, calls: ExecutedCall[]): Score => {
  const rules = toRules(assigned.pairs.map(({ expected }) => expected))
  const columns = findInOrder(assigned, calls, rules) ?? assigned.assignment.columnOf
  const broken = rules.filter((rule) => !holds(rule, columns, calls))
  return {
    name: 'order',
    value: rules.length === 0 ? 1 : 1 - broken.length / rules.length,
    reason: broken
      .map(({ names: [first, second] }) => `${second} did not come after ${first}`)
      .join('; '),
  }
}

type OrderRule = {
  first: number
  second: number
  names: [string, string]
}

const toRules = (expected: ExpectedCall[]): OrderRule[] =>
  expected.flatMap(({ id, tool, after = [] }, second) =>
    after.map((name): OrderRule => {
      const first = expected.findIndex((each) => each.id === name)
      return { first, second, names: [name, id ?? String(tool)] }
    }),
  )

const holds = (
  { first, second }: OrderRule,
  columnOf: readonly (number | undefined)[],
  calls: ExecutedCall[],
): boolean => {
  const [earlier, later] = [calls[columnOf[first] ?? -1], calls[columnOf[second] ?? -1]]
  return earlier !== undefined && later !== undefined && earlier.step < later.step
}

/** Equal calls can be assigned in several optimal ways: find one that satisfies every rule. */
const findInOrder = (
  { weights, assignment }: AssignedCalls,
  calls: ExecutedCall[],
  rules: OrderRule[],
): (number | undefined)[] | undefined => {
  let tries = 0
  const search = (
    row: number,
    columnOf: (number | undefined)[],
    sum: number,
  ): (number | undefined)[] | undefined => {
    if (row === weights.length)
      return sum > assignment.total - rounding &&
        rules.every((rule) => holds(rule, columnOf, calls))
        ? columnOf
        : undefined
    if (assignment.columnOf[row] === undefined)
      return search(row + 1, [...columnOf, undefined], sum)
    for (const [column, weight] of (weights[row] ?? []).entries()) {
      if (weight === 0 || columnOf.includes(column) || !assignment.isTight(row, column)) continue
      const next = [...columnOf, column]
      if (
        rules.some((rule) => Math.max(rule.first, rule.second) === row && !holds(rule, next, calls))
      )
        continue
      if (++tries > mostTries) return undefined
      const found = search(row + 1, next, sum + weight)
      if (found) return found
    }
    return undefined
  }
  return search(0, [], 0)
}

/** Far more than handwritten cases need; without a limit, many equal calls could take forever. */
const mostTries = 20_000

const rounding = 1e-9
