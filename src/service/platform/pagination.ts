import { PublicError } from './public-error.ts'

/** The last item of the page before: what it is ordered by, and its id. */
export type Anchor = { value: string; id: string }

/**
 * Page and size that a cursor or a first request asks for. `after`: where exactly it begins, when
 * the cursor tells.
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
 * Reads `cursor` (base64 of page and limit, and of where the page begins; it carries no authority)
 * or starts at the first page.
 *
 * The limit of the request wins over the cursor's only where there is no cursor, so that pages
 * never overlap.
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
    throw new CursorError('The cursor is not one that a page of this list gave')
  const [value, id] = [match?.[3], match?.[4]]
  return {
    ...toPageRequest(page, limit),
    ...(value !== undefined && id !== undefined && { after: { value, id } }),
  }
}

/**
 * The answer of a list: the items of this page and where the next begins.
 *
 * `next` is the last item of this page, or null when nothing follows; a list that knows its pages
 * by number alone leaves it out.
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

const toPageRequest = (page: number, limit: number): PageRequest => ({
  page,
  limit,
  offset: (page - 1) * limit,
})
