import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'
import { selectPath } from '../requests/select-path.ts'
import type { TriggerResponse } from '../requests/send-request.ts'
import type { PagePosition } from './poll-state.ts'

/** The page that follows an answer; undefined after the last. */
export const nextPosition = (
  pages: TriggerPoll['pages'],
  at: PagePosition,
  { data, nextUrl }: TriggerResponse,
  count: number,
): PagePosition | undefined => {
  if (!pages || count === 0) return undefined
  switch (pages.by) {
    case 'page':
      return { page: (at.page ?? pages.first) + 1 }
    case 'next': {
      const next = selectPath(data, pages.next ?? '')
      return next === undefined || next === null || next === '' || next === false
        ? undefined
        : { next }
    }
    case 'link':
      return nextUrl === undefined ? undefined : { url: nextUrl }
    default:
      return pages.by satisfies never
  }
}
