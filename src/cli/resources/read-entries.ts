import type { Entries } from '../print-list.ts'

type Page = {
  items?: unknown[]
  instances?: unknown[]
  data?: unknown[]
  next_cursor?: string | null
  total_items?: number
}

const mostPerPage = 1000

/** Reads pages until there are as many entries as wanted, or no more. */
export const readEntries = async (
  read: (query: { limit: number; cursor?: string }) => Promise<unknown>,
  wanted: number,
): Promise<Entries<unknown>> => {
  const items: unknown[] = []
  // A cursor holds the size of its pages.
  const limit = Math.min(wanted, mostPerPage)
  for (let cursor: string | null | undefined; ;) {
    const page = (await read({ limit, ...(cursor && { cursor }) })) as Page
    items.push(...(page.items ?? page.instances ?? page.data ?? []))
    cursor = page.next_cursor
    if (!cursor || items.length >= wanted)
      return {
        items: items.slice(0, wanted),
        ...(page.total_items !== undefined && { total_items: page.total_items }),
      }
  }
}
