/**
 * One page of a list, counted from 1, with the fields that a caller needs to request the next one.
 */
export const toPage = <Item>(
  items: Item[],
  { page, per_page }: { page: number; per_page: number },
) => ({
  items: items.slice((page - 1) * per_page, page * per_page),
  position: {
    page,
    per_page,
    total: items.length,
    next_page: page * per_page < items.length ? page + 1 : null,
  },
})
