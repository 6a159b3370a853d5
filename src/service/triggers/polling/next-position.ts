import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'
import { selectPath } from '../requests/select-path.ts'
import type { TriggerAnswer } from '../requests/send-request.ts'
import type { PagePosition } from './poll-state.ts'

/** The page behind an answer, or nothing where it was the last. */
export const nextPosition = (
  pages: TriggerPoll['pages'],
  at: PagePosition,
  { data, headers }: TriggerAnswer,
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
    case 'link': {
      const url = nextLink(headers['link'])
      return url === undefined ? undefined : { url }
    }
    default:
      return pages.by satisfies never
  }
}

/** RFC 8288: `<https://api.example.com/items?page=2>; rel="next"`. */
const nextLink = (header = ''): string | undefined => {
  for (const [, url, parameters = ''] of header.matchAll(/<([^<>]*)>((?:\s*;\s*[^<>,]*)*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return url
  }
  return undefined
}
