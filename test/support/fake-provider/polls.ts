import type { TriggerPoll } from '../../../src/contract/import-trigger-poll.ts'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import type { ReceivedRequest } from '../start-upstream.ts'
import { toItem, toPayload } from './make-event.ts'
import { successResponse } from './rules.ts'
import { fill, placeholdersIn, readTemplate } from './templates.ts'
import { get, put, type Answer, type Json } from './values.ts'

export type Polls = {
  /** Answers polls of a trigger type from now on; its source has two items that are there already. */
  open(slug: string, config: object): void
  /** Adds items of more than two pages; gives what must fire for them. */
  add(slug: string): unknown[]
  answer(request: ReceivedRequest, url: URL): Answer | undefined
  /** How often the source was asked for its first page. */
  count(slug: string): number
}

type Source = { poll: TriggerPoll; items: Json[]; config: object; count: number }

/** Two are new on each page; the last one of the page before comes again. */
const perPage = 2

/** The sources of polled trigger types, whose pages overlap as items move while they are read. */
export const createPolls = (recipe: Recipe): Polls => {
  const sources = new Map<string, Source>()
  const sourceOf = (slug: string): Source => {
    const source = sources.get(slug)
    if (!source) throw new Error(`The trigger type ${slug} was not opened`)
    return source
  }

  const add = (slug: string, count?: number): unknown[] => {
    const { poll, items, config } = sourceOf(slug)
    const length = count ?? 2 * (lastOfPage(poll)?.size ?? perPage) + 1
    return Array.from({ length }, () => {
      const item = makeItem(poll, items.length, config)
      items.push(item)
      return toPayload(item, poll.payload)
    })
  }

  const listOf = (poll: TriggerPoll, shown: Json[]): Answer => {
    const made = successResponse(recipe.answers)
    if (poll.items === '') made.body = shown as unknown as Json
    else put(made.body, poll.items, shown)
    return made
  }

  /** Of a source whose next page is named by the last item of a full one. */
  const pageAfter = (
    source: Source,
    { size, path }: LastOfPage,
    { position, after }: { position: unknown; after: unknown },
  ): Answer => {
    const ordered = inOrder(source.poll, source.items, position)
    const start = 1 + ordered.findIndex((item) => get(item, path) === after)
    if (start === 0) source.count += 1
    return listOf(source.poll, ordered.slice(start, start + size))
  }

  const page = (source: Source, found: Record<string, unknown>, url: URL): Answer => {
    const { poll, items } = source
    const { pages, cursor } = poll
    const linked = url.searchParams.get('fake_page')
    const position = url.searchParams.get('fake_cursor') ?? found['cursor']
    const last = lastOfPage(poll)
    if (last) return pageAfter(source, last, { position, after: found['next'] })
    const number =
      linked ??
      found['next'] ??
      Number(found['page'] ?? 0) - (pages?.by === 'page' ? pages.first : 0)
    const index = Number(String(number).replace('next-', ''))
    if (index === 0) source.count += 1
    const ordered = inOrder(poll, items, position)
    const from = Math.max(0, index * perPage - 1)
    const end = pages ? (index + 1) * perPage : ordered.length
    const made = listOf(poll, ordered.slice(from, end))
    if (cursor?.of === 'answer') put(made.body, cursor.path, `cursor-${items.length}`)
    if (!pages || end >= ordered.length) return made
    if (pages.by === 'next') put(made.body, pages.next ?? '', `next-${index + 1}`)
    if (pages.by !== 'link') return made
    const address = new URL(url)
    address.searchParams.set('fake_page', String(index + 1))
    if (position !== undefined) address.searchParams.set('fake_cursor', String(position))
    made.headers['link'] = `<${address.href}>; rel="next"`
    return made
  }

  return {
    open: (slug, config) => {
      const trigger = recipe.triggers.find((each) => each.slug === slug)
      if (trigger?.type !== 'poll') throw new Error(`${slug} is no polled trigger type`)
      // Types that ask the same address differ in what they let through: one is tried at a time.
      sources.clear()
      sources.set(slug, { poll: trigger.poll, items: [], config, count: 0 })
      add(slug, 2)
    },
    add,
    answer: (request, url) => {
      for (const source of sources.values()) {
        const found = url.searchParams.has('fake_page')
          ? readTemplate({ ...source.poll.request, query: {} }, request)
          : readTemplate(source.poll.request, request)
        if (found) return page(source, found, url)
      }
      return undefined
    },
    count: (slug) => sourceOf(slug).count,
  }
}

const makeItem = (poll: TriggerPoll, index: number, config: object): Json => {
  const item = toItem(`item-${index}`, poll.id, poll.payload)
  for (const { path, equals } of poll.where ?? []) {
    const text = equals === undefined ? undefined : fill([equals].flat()[0] ?? '', { config })
    if (text !== undefined && placeholdersIn(text).length === 0) put(item, path, text)
    else if (text === undefined && get(item, path) === undefined) put(item, path, 'present')
  }
  if (poll.cursor?.of === 'item') put(item, poll.cursor.path, timeOf(index))
  return item
}

type LastOfPage = { size: number; path: string }

/** `data.99.id` names the next page by the last of 100 items: a page with fewer is the last one. */
const lastOfPage = ({ items, pages }: TriggerPoll): LastOfPage | undefined => {
  if (pages?.by !== 'next' || !pages.next?.startsWith(`${items}.`)) return undefined
  const [, index, path] = /^(\d+)\.(.+)$/.exec(pages.next.slice(items.length + 1)) ?? []
  return index === undefined || path === undefined ? undefined : { size: Number(index) + 1, path }
}

const inOrder = (poll: TriggerPoll, items: Json[], position: unknown): Json[] => {
  const listed = after(poll, items, position)
  return poll.order === 'newest_first' ? listed.toReversed() : listed
}

const timeOf = (index: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString()

/** Those at the cursor and after it: the one at it was given before. */
const after = ({ cursor }: TriggerPoll, items: Json[], position: unknown): Json[] => {
  if (!cursor || position === undefined) return items
  if (cursor.of === 'answer') {
    const reached = Number(String(position).replace('cursor-', ''))
    return items.slice(Math.max(0, reached - 1))
  }
  return items.filter((item) => String(get(item, cursor.path)) >= String(position))
}
