/** A table whose rows are listed in pages. */
export type List = {
  table: string
  /** The column that says whose rows they are. */
  scope: string
  /**
   * Columns that are filtered by, the most telling first; each has an index that begins with scope
   * and column and ends with order and id.
   */
  filters: readonly string[]
  /** Totals that the database maintains; what none holds is counted in an index. */
  counters?: readonly Counter[]
}

/**
 * One total for each value of a column, or of several together; of rows without a value in
 * `whereNull` only, where that is set.
 */
export type Counter = {
  /** Of several, only the last may hold a colon. */
  by: readonly string[]
  whereNull?: string
  /**
   * A column of text whose values each have totals of their own, which are found together: the
   * groups of rows under that value.
   *
   * They answer for every selection by this column and some of the others. An index begins with
   * scope, this column and the others, and ends with order and id.
   */
  within?: string
}

export type Grouping = Counter & { within: string }

/**
 * The name under which the totals of a counter lie in the table `list_counts`, with the value they
 * are within after it: it must never change, since migrations wrote it.
 */
export const counterName = (table: string, { by, whereNull = '', within }: Counter): string =>
  `${table}/${by.join('+')}/${whereNull}${within === undefined ? '' : `/${within}=`}`
