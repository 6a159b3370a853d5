import { PublicError } from './public-error.ts'

/** The last item of the previous page: its value in the list's order, and its id. */
export type Anchor = { value: string; id: string }

/**
 * The page and size that a cursor or a first request selects. `after`: the exact position, if the
 * cursor has one.
 */
export type PageRequest = {
  page: number
  limit: number
  offset: number
  after?: Anchor | undefined
}

export type Page<Item> = {
  items: Item[]
  next_cursor: string | null
  total_pages: number
  current_page: number
  total_items: number
}

/** Thrown for a cursor that the service never issued. */
export class CursorError extends PublicError {}

const maximumPage = 10_000_000
const cursorText =
  /^(\d{1,8})\.(\d{1,5})(?:\.(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\.([0-9A-Za-z_-]{1,64}))?$/

/**
 * Parses `cursor` (base64 of page, limit and position; it carries no authority) or selects the
 * first page.
 *
 * The limit of the request is only used if there is no cursor, so that pages never overlap.
 */
export const parsePage = (
  query: { cursor?: string | null | undefined; limit?: number | null | undefined },
  maximumLimit = 1000,
): PageRequest => {
  if (!query.cursor) return toPageRequest(1, query.limit ?? 20)
  const match = cursorText.exec(Buffer.from(query.cursor, 'base64').toString('latin1'))
  const page = Number(match?.[1])
  const limit = Number(match?.[2])
  if (!(page >= 1 && page <= maximumPage && limit >= 1 && limit <= maximumLimit))
    throw new CursorError('The cursor does not come from a page of this list')
  const [value, id] = [match?.[3], match?.[4]]
  return {
    ...toPageRequest(page, limit),
    ...(value !== undefined && id !== undefined && { after: { value, id } }),
  }
}

/**
 * The answer of a list: the items of this page and the cursor of the next one.
 *
 * `next` is the last item of this page, or null if it is the last page; lists that only support
 * page numbers omit it.
 */
export const toPage = <Item>(
  items: Item[],
  total: number,
  { page, limit }: PageRequest,
  next?: Anchor | null,
): Page<Item> => {
  const totalPages = Math.ceil(total / limit)
  const follows = next === undefined ? page < totalPages : next !== null
  return {
    items,
    next_cursor: follows
      ? Buffer.from([page + 1, limit, ...(next ? [next.value, next.id] : [])].join('.')).toString(
          'base64',
        )
      : null,
    total_pages: totalPages,
    current_page: page,
    total_items: total,
  }
}

/** The answer of a list whose page was read from the database. */
export const toPageOf = <Row, Item>(
  { rows, total, next }: { rows: Row[]; total: number; next: Anchor | null },
  request: PageRequest,
  toItem: (row: Row) => Item,
): Page<Item> =>
  toPage(
    rows.map((row) => toItem(row)),
    total,
    request,
    next,
  )

/**
 * The page that begins with the same item and has as many as fit into these characters together: at
 * least one, and fewer where only a shorter limit divides what comes before.
 */
export const narrowPage = (
  request: PageRequest,
  characters: readonly number[],
  maximumCharacters: number,
): PageRequest => {
  let limit = countFitting(characters, maximumCharacters)
  if (limit === characters.length) return request
  while (request.offset % limit !== 0) limit -= 1
  return toPageRequest(request.offset / limit + 1, limit)
}

/** How many of the first have at most so many characters together: at least one, if there is any. */
export const countFitting = (characters: readonly number[], maximumCharacters: number): number => {
  let sum = 0
  const tooMany = characters.findIndex((each) => (sum += each) > maximumCharacters)
  return tooMany < 0 ? characters.length : Math.max(1, tooMany)
}

const toPageRequest = (page: number, limit: number): PageRequest => ({
  page,
  limit,
  offset: (page - 1) * limit,
})
