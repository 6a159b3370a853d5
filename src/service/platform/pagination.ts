/** Page and size that a cursor or a first request asks for. */
export type PageRequest = { page: number; limit: number; offset: number }

export type Page<Item> = {
  items: Item[]
  next_cursor: string | null
  total_pages: number
  current_page: number
  total_items: number
}

/** Thrown for a cursor that no answer of ours contained. */
export class CursorError extends Error {}

const maximumPage = 10_000_000

/**
 * Reads `cursor` (base64 of page and limit; it carries no authority) or starts at the first page.
 *
 * The limit of the request wins over the cursor's only where there is no cursor, so that pages never overlap.
 */
export const parsePage = (query: { cursor?: string | null | undefined; limit?: number | null | undefined }, maximumLimit = 1000): PageRequest => {
  if (!query.cursor) return toPageRequest(1, query.limit ?? 20)
  const match = /^(\d{1,8})\.(\d{1,5})$/.exec(Buffer.from(query.cursor, 'base64').toString('latin1'))
  const page = Number(match?.[1])
  const limit = Number(match?.[2])
  if (!(page >= 1 && page <= maximumPage && limit >= 1 && limit <= maximumLimit)) throw new CursorError('The cursor is not one that a page of this list gave')
  return toPageRequest(page, limit)
}

/** The answer of a list: the items of this page and where the next begins. */
export const toPage = <Item>(items: Item[], total: number, { page, limit }: PageRequest): Page<Item> => {
  const totalPages = Math.ceil(total / limit)
  return {
    items,
    next_cursor: page < totalPages ? Buffer.from(`${page + 1}.${limit}`).toString('base64') : null,
    total_pages: totalPages,
    current_page: page,
    total_items: total,
  }
}

const toPageRequest = (page: number, limit: number): PageRequest => ({ page, limit, offset: (page - 1) * limit })
