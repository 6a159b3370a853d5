/** A table whose rows are listed in pages. */
export type List = {
  table: string
  /** The column of the owner of a row. */
  scope: string
  /**
   * Columns to filter by, the most selective first. Each has an index that begins with scope and
   * column and ends with order and id.
   */
  filters: readonly string[]
  /** Totals that the database maintains; what none holds is counted in an index. */
  counters?: readonly Counter[]
}

/**
 * One total for each value of a column, or of a combination of columns. With `whereNull`, only rows
 * without a value in that column count.
 */
export type Counter = {
  /** Of several, only the last may hold a colon. */
  by: readonly string[]
  whereNull?: string
  /**
   * A text column under whose values the totals are grouped, so that one read finds all groups of a
   * value.
   *
   * They give the total of every selection by this column and some of the others. An index begins
   * with scope, this column and the others, and ends with order and id.
   */
  within?: string
  /**
   * The online step that counts the rows that were there before the counter. Until it is done, lists
   * are counted in an index.
   */
  filledBy?: string
}

export type Grouping = Counter & { within: string }

/**
 * The name of a counter in the table `list_counts`, followed by the value that it is within. It must
 * never change, since migrations wrote it.
 */
export const counterName = (table: string, { by, whereNull = '', within }: Counter): string =>
  `${table}/${by.join('+')}/${whereNull}${within === undefined ? '' : `/${within}=`}`
