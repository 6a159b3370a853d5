import { sql, type RawBuilder } from 'kysely'
import type { Handle } from '../database/index.ts'
import type { Anchor, PageRequest } from '../pagination.ts'
import { countRows } from './count-rows.ts'
import { inSnapshot } from './in-snapshot.ts'
import { withFilledCounters } from './filled-counters.ts'
import type { List } from './list.ts'
import { groupingOf, readGroups } from './read-groups.ts'
import { toBranches, type Selection } from './selection.ts'

export type Order = { by: string; direction: 'asc' | 'desc' }

/** `next` is the last row of the page, or null when no rows follow. */
export type PageOfRows<Row> = { rows: Row[]; total: number; next: Anchor | null }

/** A range of rows in order: after an anchor, or from an offset. */
type Range = { limit: number; after?: Anchor | undefined; offset?: number }

/**
 * One page of a list, and the total number of rows.
 *
 * A page after an anchor is read from an index and costs the same at any depth; rows that are inserted
 * or deleted meanwhile do not shift it. A numbered page is counted to from the nearer end, in the index
 * alone. Several filters together are looked up by the groups of rows that match.
 */
export const readPage = async <Row extends { id: string }>(
  handle: Handle,
  given: List,
  selection: Selection,
  order: Order,
  page: PageRequest,
): Promise<PageOfRows<Row>> => {
  const list = await withFilledCounters(handle, given)
  const grouping = groupingOf(list, selection)
  if (!grouping) return readSelected(handle, list, selection, order, page)
  // Without a snapshot, a row that moves between two groups would be in neither.
  return inSnapshot(handle, async (snapshot) => {
    const groups = await readGroups(snapshot, list, grouping, selection)
    return groups.length === 0
      ? { rows: [], total: 0, next: null }
      : readSelected(snapshot, list, { ...selection, groups }, order, page)
  })
}

const readSelected = async <Row extends { id: string }>(
  handle: Handle,
  list: List,
  selection: Selection,
  order: Order,
  page: PageRequest,
): Promise<PageOfRows<Row>> => {
  const limit = page.limit + 1
  if (page.after !== undefined || page.offset === 0) {
    const [rows, total] = await Promise.all([
      readRows<Row>(handle, list, selection, order, { limit, after: page.after }),
      countRows(handle, list, selection),
    ])
    return toPageOfRows(rows, total, order, page)
  }
  const total = await countRows(handle, list, selection)
  if (page.offset < total / 2)
    return toPageOfRows(
      await readRows<Row>(handle, list, selection, order, { limit, offset: page.offset }),
      total,
      order,
      page,
    )
  const end = Math.min(total, page.offset + limit)
  const fromEnd = { limit: end - page.offset, offset: total - end }
  const rows =
    fromEnd.limit > 0
      ? await readRows<Row>(
          handle,
          list,
          selection,
          { by: order.by, direction: opposite(order.direction) },
          fromEnd,
        )
      : []
  return toPageOfRows(rows.toReversed(), total, order, page)
}

/** The rows of a range of a list, in order. */
export const readRows = async <Row extends { id: string }>(
  handle: Handle,
  list: List,
  selection: Selection,
  order: Order,
  range: Range,
): Promise<Row[]> => {
  const branches = toBranches(list, selection)
  const [only] = branches
  const { rows } = await (
    only && branches.length === 1 && !range.offset
      ? sql<Row>`${rowsOf(only, order, range, sql`*`)}`
      : sql<Row>`select listed.* from ${sql.table(list.table)} as listed inner join (${keysOf(branches, order, range)}) as found on found.id = listed.id
        order by ${inOrder(order, 'listed.')}`
  ).execute(handle)
  return rows
}

/** Only ids, which an index holds: whole rows are read only for the page. */
const keysOf = (
  branches: RawBuilder<unknown>[],
  order: Order,
  range: Range,
): RawBuilder<unknown> => {
  const columns = sql`id, ${sql.ref(order.by)}`
  const [only] = branches
  if (only && branches.length === 1) return rowsOf(only, order, range, columns)
  // From each branch as many rows as if the others were empty.
  const whole = { after: range.after, limit: range.limit + (range.offset ?? 0) }
  const parts = branches.map(
    (branch, index) =>
      sql`select * from (${rowsOf(branch, order, whole, columns)}) as ${sql.ref(`branch${index}`)}`,
  )
  return sql`select id, ${sql.ref(order.by)} from (${sql.join(parts, sql` union all `)}) as branches order by ${inOrder(order)} limit ${range.limit} offset ${range.offset ?? 0}`
}

const rowsOf = (
  branch: RawBuilder<unknown>,
  order: Order,
  { limit, after, offset }: Range,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const comparison = order.direction === 'asc' ? sql`>` : sql`<`
  const begin = after
    ? sql`and (${sql.ref(order.by)}, id) ${comparison} (${after.value}, ${after.id})`
    : sql``
  return sql`select ${columns} ${branch} ${begin} order by ${inOrder(order)} limit ${limit} ${offset ? sql`offset ${offset}` : sql``}`
}

const inOrder = ({ by, direction }: Order, prefix = ''): RawBuilder<unknown> => {
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`${sql.ref(`${prefix}${by}`)} ${way}, ${sql.ref(`${prefix}id`)} ${way}`
}

const opposite = (direction: Order['direction']): Order['direction'] =>
  direction === 'asc' ? 'desc' : 'asc'

const toPageOfRows = <Row extends { id: string }>(
  found: Row[],
  total: number,
  { by }: Order,
  { limit }: PageRequest,
): PageOfRows<Row> => {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows,
    total,
    next:
      last && found.length > limit
        ? { value: String((last as Record<string, unknown>)[by]), id: last.id }
        : null,
  }
}
