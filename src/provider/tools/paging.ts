import type { Paging } from '../../contract/index.ts'

/** What a result says of further pages; absent where it says nothing. */
export type ResultPaging = {
  hasMore: boolean
  /**
   * Complete arguments of the call that returns the next page; null where there is none, or no
   * argument asks for it: then `all` gathers the pages.
   */
  next: { arguments: Record<string, unknown> } | null
  /** The same as a sentence, which models see. */
  message: string
  /** With `all`: the pages in `data`. */
  pages?: number | undefined
  /** With `all`: the items in `data`. */
  items?: number | undefined
  /** With `all`: why not every page is in `data`. `next` goes on from there. */
  stopped?: string | undefined
}

/** Of a call in a multi-execute, which has no sentence: a model reads the fields. */
export type CallPaging = Omit<Paging, 'message'>

export const toCallPaging = ({
  hasMore: has_more,
  message: _message,
  ...paging
}: ResultPaging): CallPaging => ({ has_more, ...paging })

export const toResultPaging = ({ has_more: hasMore, ...paging }: Paging): ResultPaging => ({
  hasMore,
  ...paging,
})
