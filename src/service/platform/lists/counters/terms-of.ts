import { counterName, type Counter, type List } from '../list.ts'

export type Counted = Pick<List, 'table' | 'scope'> & { counters: readonly Counter[] }

/**
 * SQL of the condition on which a trigger counts a row: an online step counts the rows that it has
 * not walked yet. A step that is done has no position.
 */
export const gateOf = ({ filledBy }: Counter, row: string): string =>
  filledBy === undefined
    ? ''
    : ` and coalesce(${row}id <= (select position from online_steps where name = '${filledBy}'), 1 = 1)`

/**
 * SQL of the name and value under which a counter counts a row, of the condition for counting it, and
 * of the columns that these depend on.
 */
export const termsOf = (
  table: string,
  counter: Counter,
  row: string,
): { name: string; value: string; condition: string; columns: string[] } => {
  const { by, whereNull, within } = counter
  const given = [...(within === undefined ? [] : [within]), ...by]
  return {
    name: `'${counterName(table, counter)}'${within === undefined ? '' : ` || cast(${row}${within} as text)`}`,
    value:
      by.length === 0
        ? `''`
        : by.map((column) => `cast(${row}${column} as text)`).join(` || ':' || `),
    condition:
      [
        ...given.map((column) => `${row}${column} is not null`),
        ...(whereNull === undefined ? [] : [`${row}${whereNull} is null`]),
      ].join(' and ') || '1 = 1',
    columns: [...given, ...(whereNull === undefined ? [] : [whereNull])],
  }
}
