import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'
import type { AccountCalls } from '../../execution/index.ts'
import { isExactInteger } from '../../../schema/parse-exact.ts'
import { expectedValues } from '../requests/expected-values.ts'
import type { TemplateValues } from '../requests/fill-template.ts'
import { isOneOf, selectPath } from '../requests/select-path.ts'
import { sendFilled, toRequest, type TriggerResponse } from '../requests/send-request.ts'
import { TriggerFailure } from '../requests/trigger-failure.ts'
import { itemKeys } from '../seen/item-key.ts'
import { nextPosition } from './next-position.ts'
import type { CursorValue, PagePosition, PollState } from './poll-state.ts'

/**
 * Items that match no condition are recorded too, so that a page of them is recognized.
 * `roundedKey`: by which an earlier version may have recorded it.
 */
export type FoundItem = {
  key: string
  roundedKey: string | undefined
  item: unknown
  matches: boolean
}

/** What one poll found. `position`: where the next poll continues, if there are more pages. */
export type Reading = {
  items: FoundItem[]
  position: PagePosition | undefined
  reached: CursorValue | undefined
}

type ReadOptions = {
  calls: AccountCalls
  poll: TriggerPoll
  state: PollState
  config: Record<string, unknown>
  now: string
  /** Existing items do not fire: only the position is needed. */
  onlyMark: boolean
  /** Whether all of these items were seen before. */
  haveBeenSeen(items: FoundItem[]): Promise<boolean>
}

/** Further items are left to the next poll, so that no transaction grows large. */
const maximumItems = 500

/** Reads the pages of a source, a bounded number of them, up to the items that were seen before. */
export const readItems = async ({
  calls,
  poll,
  state,
  config,
  now,
  onlyMark,
  haveBeenSeen,
}: ReadOptions): Promise<Reading> => {
  const items: FoundItem[] = []
  const limit = poll.pages?.at_most ?? 1
  let at: PagePosition =
    state.position ?? (poll.pages?.by === 'page' ? { page: poll.pages.first } : {})
  let reached = state.reached ?? state.cursor
  for (let pages = 1; ; pages += 1) {
    const answer = await requestPage(
      calls,
      poll,
      { config, now, cursor: state.cursor, page: at.page, next: at.next },
      at,
    )
    const list = readList(poll, answer)
    const found = list.map((item) => ({
      item,
      ...itemKeys(item, poll.id),
      matches: matches(poll, item, config),
    }))
    items.push(...found)
    reached = advance(poll, reached, list, answer)
    const position = nextPosition(poll.pages, at, answer, list.length)
    if (!position || needsNoMorePages(poll, onlyMark))
      return { items, position: undefined, reached }
    // When a poll continues, items may have moved to its first page from the one before: that they
    // were seen says nothing about the pages that follow.
    const isMoved = pages === 1 && state.position !== undefined
    if (!poll.cursor && poll.order === 'newest_first' && !isMoved && (await haveBeenSeen(found)))
      return { items, position: undefined, reached }
    if (pages >= limit || items.length >= maximumItems)
      return {
        items,
        position: onlyMark && poll.order === 'newest_first' ? undefined : position,
        reached,
      }
    at = position
  }
}

/** The newest item, on the first page, is all that a mark needs. */
const needsNoMorePages = ({ cursor, order }: TriggerPoll, onlyMark: boolean): boolean =>
  onlyMark && cursor?.of === 'item' && order === 'newest_first'

const requestPage = (
  calls: AccountCalls,
  poll: TriggerPoll,
  values: TemplateValues,
  { url }: PagePosition,
): Promise<TriggerResponse> => {
  const request = toRequest(poll.request, values)
  if (url === undefined) return sendFilled(calls, request)
  return sendFilled(calls, {
    ...request,
    endpoint: url,
    parameters: (request.parameters ?? []).filter(({ type }) => type === 'header'),
  })
}

const readList = ({ items }: TriggerPoll, { data }: TriggerResponse): unknown[] => {
  const list = selectPath(data, items)
  if (Array.isArray(list)) return list
  // Many APIs leave an empty list out of their answers.
  if ((list === undefined || list === null) && items !== '' && !saysFailure(data)) return []
  throw new TriggerFailure(
    'now',
    items === '' ? 'The API answered no list' : `The API answered no list at "${items}"`,
  )
}

/** A failure with status 200 has no list either. */
const saysFailure = (data: unknown): boolean =>
  typeof data !== 'object' ||
  data === null ||
  ['error', 'errors', 'error_code'].some((name) => Boolean(selectPath(data, name))) ||
  ['ok', 'success'].some((name) => selectPath(data, name) === false)

const matches = (
  { where = [] }: TriggerPoll,
  item: unknown,
  config: Record<string, unknown>,
): boolean =>
  where.every(({ path, equals }) => {
    const expected = expectedValues(equals, { config })
    return expected === 'anything' || isOneOf(selectPath(item, path), expected)
  })

const advance = (
  { cursor }: TriggerPoll,
  reached: CursorValue | undefined,
  list: unknown[],
  { data }: TriggerResponse,
): CursorValue | undefined => {
  if (!cursor) return undefined
  const values = (cursor.of === 'answer' ? [data] : list)
    .map((value) => selectPath(value, cursor.path))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
  if (cursor.of === 'answer') return values.at(-1) ?? reached
  return values.reduce<CursorValue | undefined>(
    (greatest, value) => (greatest === undefined || isGreater(value, greatest) ? value : greatest),
    reached,
  )
}

const isGreater = (value: CursorValue, than: CursorValue): boolean => {
  const [one, other] = [toInteger(value), toInteger(than)]
  return typeof one === 'string' || typeof other === 'string'
    ? String(value) > String(than)
    : one > other
}

/** An integer that no number holds comes as its text. */
const toInteger = (value: CursorValue): CursorValue | bigint =>
  isExactInteger(value) ? BigInt(value) : value
