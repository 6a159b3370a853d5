/** The column assigned to each row, and which pairs can be part of an optimal assignment. */
export type Assignment = {
  /** The column of each row, or undefined. */
  columnOf: (number | undefined)[]
  total: number
  /** A pair that is not tight is part of no optimal assignment. */
  isTight: (row: number, column: number) => boolean
}

/**
 * Assigns at most one column to each row, and at most one row to each column, so that the sum of
 * the weights is maximal. Pairs of weight 0 or less are not assigned.
 *
 * This is the Hungarian method with shortest augmenting paths: exact, and cubic in the longer side.
 */
export const assign = (weights: readonly (readonly number[])[]): Assignment => {
  const rows = weights.length
  const columns = Math.max(0, ...weights.map((row) => row.length))
  const size = Math.max(rows, columns)
  // A square cost matrix; missing entries cost as much as a pair of weight 0. Index 0 of the arrays
  // below means "none".
  const cost = (row: number, column: number): number =>
    -Math.max(0, weights[row - 1]?.[column - 1] ?? 0)
  const state: State = {
    size,
    cost,
    rowPrice: fill(size),
    columnPrice: fill(size),
    rowOf: fill(size),
  }
  for (let row = 1; row <= size; row++) augment(state, row)

  const columnOf: (number | undefined)[] = Array.from({ length: rows }, () => undefined)
  for (let column = 1; column <= columns; column++) {
    const row = at(state.rowOf, column)
    if (row <= rows && cost(row, column) < 0) columnOf[row - 1] = column - 1
  }
  const total = columnOf.reduce<number>(
    (sum, column, row) => sum + (column === undefined ? 0 : -cost(row + 1, column + 1)),
    0,
  )
  const isTight = (row: number, column: number) =>
    cost(row + 1, column + 1) - at(state.rowPrice, row + 1) - at(state.columnPrice, column + 1) <
    smallest
  return { columnOf, total, isTight }
}

type State = {
  size: number
  cost: (row: number, column: number) => number
  rowPrice: number[]
  columnPrice: number[]
  /** The row assigned to each column. */
  rowOf: number[]
}

/** Assigns a column to one more row at minimal cost, reassigning other rows if necessary. */
const augment = ({ size, cost, rowPrice, columnPrice, rowOf }: State, start: number): void => {
  rowOf[0] = start
  const cheapest = fill(size, Infinity)
  const cameFrom = fill(size)
  const done = new Set<number>()
  let column = 0
  while (at(rowOf, column) !== 0) {
    done.add(column)
    const row = at(rowOf, column)
    let [step, next] = [Infinity, 0]
    for (let other = 1; other <= size; other++) {
      if (done.has(other)) continue
      const reduced = cost(row, other) - at(rowPrice, row) - at(columnPrice, other)
      if (reduced < at(cheapest, other)) [cheapest[other], cameFrom[other]] = [reduced, column]
      if (at(cheapest, other) < step) [step, next] = [at(cheapest, other), other]
    }
    for (let other = 0; other <= size; other++) {
      if (!done.has(other)) cheapest[other] = at(cheapest, other) - step
      else {
        rowPrice[at(rowOf, other)] = at(rowPrice, at(rowOf, other)) + step
        columnPrice[other] = at(columnPrice, other) - step
      }
    }
    column = next
  }
  for (; column !== 0; column = at(cameFrom, column))
    rowOf[column] = at(rowOf, at(cameFrom, column))
}

const fill = (size: number, value = 0): number[] => Array.from({ length: size + 1 }, () => value)

const at = (list: readonly number[], index: number): number => list[index] ?? 0

/** Prices are sums of weights, so rounding errors are smaller than this. */
const smallest = 1e-9
