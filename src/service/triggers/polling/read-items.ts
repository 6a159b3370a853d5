import type { TriggerPoll } from '../../../contract/import-trigger-poll.ts'
import type { AccountCalls } from '../../execution/index.ts'
import { fillWanted } from '../requests/fill-wanted.ts'
import type { TemplateValues } from '../requests/fill-template.ts'
import { fits, selectPath } from '../requests/select-path.ts'
import { sendFilled, toRequest, type TriggerAnswer } from '../requests/send-request.ts'
import { TriggerFailure } from '../requests/trigger-failure.ts'
import { itemKey } from '../seen/item-key.ts'
import { nextPosition } from './next-position.ts'
import type { CursorValue, PagePosition, PollState } from './poll-state.ts'

/** Those that are not wanted are remembered too: a page of nothing else is known the next time. */
export type FoundItem = { key: string; item: unknown; isWanted: boolean }

/** What one poll found. `position`: where the next one goes on, as there is more. */
export type Reading = {
  items: FoundItem[]
  position: PagePosition | undefined
  reached: CursorValue | undefined
}

type Look = {
  calls: AccountCalls
  poll: TriggerPoll
  state: PollState
  config: Record<string, unknown>
  now: string
  /** What is there already shall not fire: only what is reached matters. */
  onlyMark: boolean
  /** Whether all of these items were seen before. */
  haveBeenSeen(items: FoundItem[]): Promise<boolean>
}

/** More than this are left to the next poll, so that no transaction grows large. */
const enoughItems = 500

/** Reads the pages of a source, a bounded number at a time, to where it is known. */
export const readItems = async ({
  calls,
  poll,
  state,
  config,
  now,
  onlyMark,
  haveBeenSeen,
}: Look): Promise<Reading> => {
  const items: FoundItem[] = []
  const limit = poll.pages?.at_most ?? 1
  let at: PagePosition =
    state.position ?? (poll.pages?.by === 'page' ? { page: poll.pages.first } : {})
  let reached = state.reached ?? state.cursor
  for (let pages = 1; ; pages += 1) {
    const answer = await ask(
      calls,
      poll,
      { config, now, cursor: state.cursor, page: at.page, next: at.next },
      at,
    )
    const list = readList(poll, answer)
    const found = list.map((item) => ({
      item,
      key: itemKey(item, poll.id),
      isWanted: isWanted(poll, item, config),
    }))
    items.push(...found)
    reached = advance(poll, reached, list, answer)
    const position = nextPosition(poll.pages, at, answer, list.length)
    if (!position || isEnough(poll, onlyMark)) return { items, position: undefined, reached }
    // Where a reading goes on, its first page may have moved: what is known there says nothing
    // about what follows.
    const isMoved = pages === 1 && state.position !== undefined
    if (!poll.cursor && poll.order === 'newest_first' && !isMoved && (await haveBeenSeen(found)))
      return { items, position: undefined, reached }
    if (pages >= limit || items.length >= enoughItems)
      return {
        items,
        position: onlyMark && poll.order === 'newest_first' ? undefined : position,
        reached,
      }
    at = position
  }
}

/** For a mark behind the newest item the first page is enough. */
const isEnough = ({ cursor, order }: TriggerPoll, onlyMark: boolean): boolean =>
  onlyMark && cursor?.of === 'item' && order === 'newest_first'

const ask = (
  calls: AccountCalls,
  poll: TriggerPoll,
  values: TemplateValues,
  { url }: PagePosition,
): Promise<TriggerAnswer> => {
  const request = toRequest(poll.request, values)
  if (url === undefined) return sendFilled(calls, request)
  return sendFilled(calls, {
    ...request,
    endpoint: url,
    parameters: (request.parameters ?? []).filter(({ type }) => type === 'header'),
  })
}

const readList = ({ items }: TriggerPoll, { data }: TriggerAnswer): unknown[] => {
  const list = selectPath(data, items)
  if (Array.isArray(list)) return list
  throw new TriggerFailure(
    'now',
    items === '' ? 'The API answered no list' : `The API answered no list at "${items}"`,
  )
}

const isWanted = (
  { where = [] }: TriggerPoll,
  item: unknown,
  config: Record<string, unknown>,
): boolean =>
  where.every(({ path, equals }) => {
    const wanted = fillWanted(equals, { config })
    return wanted === 'anything' || fits(selectPath(item, path), wanted)
  })

const advance = (
  { cursor }: TriggerPoll,
  reached: CursorValue | undefined,
  list: unknown[],
  { data }: TriggerAnswer,
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

const isGreater = (value: CursorValue, than: CursorValue): boolean =>
  typeof value === 'number' && typeof than === 'number'
    ? value > than
    : String(value) > String(than)
