import { canonicalJson } from '../../../platform/canonical-json.ts'
import { findList } from './find-list.ts'
import type { NextPage } from './page.ts'

/** One answer of a tool, and what asks for the page behind it. */
export type ToolPage = {
  data: Record<string, unknown>
  error: string | null
  /** The JSON that `data` is made of. */
  json?: unknown
  /** Where a rule says that the list is. */
  itemsPath?: string | undefined
  next?: NextPage | undefined
  bytes: number
}

export type Gathered = {
  data: Record<string, unknown>
  pages: number
  items: number
  /** Why the page behind the last one was not asked for, or not answered. */
  stopped?: string
  next?: NextPage | undefined
}

const gatherLimits = {
  pages: 100,
  items: 10_000,
  bytes: 16 * 1024 * 1024,
  values: 200_000,
  emptyPages: 3,
} as const

type Ask = (next: NextPage) => Promise<ToolPage>

/**
 * Asks for page after page and joins their lists, until the last one, a limit or a failure.
 *
 * The result looks like the last page with the items of all: what it says of further pages then
 * holds for the whole.
 */
export const gather = async (
  first: ToolPage,
  ask: Ask,
  hasTime: () => boolean,
): Promise<Gathered> => {
  const path = first.itemsPath ?? findList(first.json)?.path.join('.')
  const items = [...(listOf(first, path) ?? [])]
  const seen = new Set<string>()
  let [last, bytes, values, empty] = [first, first.bytes, countValues(first.json), 0]
  for (let pages = 1; ; pages += 1) {
    const { next } = last
    const joined = { data: joinItems(last, path, items), pages, items: items.length }
    if (!next) return joined
    const stop = (stopped: string): Gathered => ({ ...joined, next, stopped })
    if (path === undefined) return stop('the answer holds no list that others could join')
    if (seen.has(canonicalJson(next))) return joined
    seen.add(canonicalJson(next))
    if (empty >= gatherLimits.emptyPages) return stop(`${empty} pages in a row were empty`)
    if (pages >= gatherLimits.pages) return stop(`${gatherLimits.pages} pages are the most`)
    if (items.length >= gatherLimits.items) return stop(`${gatherLimits.items} items are the most`)
    if (bytes >= gatherLimits.bytes || values >= gatherLimits.values)
      return stop('more would be too large')
    if (!hasTime()) return stop('the time of a call was over')
    const page = await ask(next)
    const list = page.error === null ? listOf(page, path) : undefined
    if (page.error !== null) return stop(`page ${pages + 1} failed: ${page.error}`)
    if (!list) return stop(`page ${pages + 1} holds no list`)
    for (const item of list) items.push(item)
    empty = list.length === 0 ? empty + 1 : 0
    bytes += page.bytes
    values += countValues(page.json)
    last = page
  }
}

const listOf = ({ json }: ToolPage, path: string | undefined): unknown[] | undefined =>
  path === undefined ? undefined : findList(json, path)?.list

/** `data` of a list is `{items}`. */
const joinItems = (
  { data, json }: ToolPage,
  path: string | undefined,
  items: unknown[],
): Record<string, unknown> => {
  if (path === undefined) return data
  const keys = path === '' ? ['items'] : path.split('.')
  return Array.isArray(json) && path !== '' ? data : replaceAt(data, keys, items)
}

const replaceAt = (
  object: Record<string, unknown>,
  [key = '', ...rest]: string[],
  items: unknown[],
): Record<string, unknown> => {
  const member = Object.hasOwn(object, key) ? object[key] : undefined
  if (rest.length === 0) return { ...object, [key]: items }
  return typeof member === 'object' && member !== null
    ? { ...object, [key]: replaceAt(member as Record<string, unknown>, rest, items) }
    : object
}

/** As many as the limit at the most. */
const countValues = (json: unknown): number => {
  const open: unknown[] = [json]
  let count = 0
  while (open.length > 0 && count < gatherLimits.values) {
    const value = open.pop()
    count += 1
    if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) open.push(member)
  }
  return count
}
