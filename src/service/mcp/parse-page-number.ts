import { parsePage, type PageRequest } from '../platform/pagination.ts'

/** A list that pages by number (rule 13.2), and by cursor like the others. */
export type NumberedPageQuery = {
  page_no?: number | undefined
  limit?: number | undefined
  cursor?: string | null | undefined
}

/** Reads which page is asked for; a cursor wins, since it knows the limit of the page before. */
export const parsePageNumber = ({ page_no = 1, limit, cursor }: NumberedPageQuery): PageRequest => {
  const page = parsePage({ cursor, limit })
  return cursor ? page : { ...page, page: page_no, offset: (page_no - 1) * page.limit }
}
