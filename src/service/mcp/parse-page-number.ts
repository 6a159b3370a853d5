import { parsePage, type PageRequest } from '../platform/pagination.ts'

/** The query of a list with page numbers (rule 13.2), which also supports cursors. */
export type NumberedPageQuery = {
  page_no?: number | undefined
  limit?: number | undefined
  cursor?: string | null | undefined
}

/**
 * Parses the requested page; a cursor takes precedence, because it contains the limit of the
 * previous page.
 */
export const parsePageNumber = ({ page_no = 1, limit, cursor }: NumberedPageQuery): PageRequest => {
  const page = parsePage({ cursor, limit })
  return cursor ? page : { ...page, page: page_no, offset: (page_no - 1) * page.limit }
}
