import { findArgument, numberOf, plainName, toArgumentValue } from './find-argument.ts'
import { branchesOf, findList } from './find-list.ts'
import { nextLink, nextOfUrl } from './next-of-url.ts'
import type { NextPage, Page, PagedTool } from './page.ts'

/** An object of an answer that may say something about pages. */
type Holder = { name: string; fields: ReadonlyMap<string, unknown>; isAboutPages: boolean }

/**
 * The page behind an answer, as most APIs say it: the header `Link`, cursors and addresses in the
 * body, page numbers and offsets with a total. Undefined where the answer says nothing of another
 * page, or no argument asks for it.
 */
export const detectNext = (tool: PagedTool, page: Page): NextPage | undefined => {
  const list = findList(page.json)
  if (!list) return undefined
  const link = nextLink(page.headers['link'])
  const linked = link === undefined ? undefined : nextOfUrl(tool, page, link)
  if (linked) return linked
  const holders = holdersOf(page.json)
  const more = saysMore(holders)
  if (more === false) return undefined
  const next = byCursor(tool, page, holders, more) ?? byAddress(tool, page, holders)
  if (next) return next
  const count = list.list.length
  if (count === 0) return undefined
  return (
    (more && byLastItem(tool, page, holders, list.list.at(-1))) ||
    byNumber(tool, page, holders, { count, more: more === true })
  )
}

/** Where APIs put what they say about pages, beside the root. */
const placesOfPages = new Set(
  `meta metadata paging pagination page pages pageinfo paginationinfo pager responsemetadata links cursors cursor next nextpage
  info result resultinfo searchmetadata`.split(/\s+/),
)

const holdersOf = (json: unknown): Holder[] =>
  branchesOf(json).map(({ path, value }) => {
    const name = plainName(path.at(-1) ?? '')
    const fields = new Map(
      Object.entries(value).map(([key, member]): [string, unknown] => [plainName(key), member]),
    )
    return { name, fields, isAboutPages: path.length === 0 || placesOfPages.has(name) }
  })

const moreNames = [
  'more',
  'hasmore',
  'hasnextpage',
  'hasnext',
  'morerecords',
  'hasmorepages',
  'istruncated',
]
const endNames = ['islast', 'islastpage', 'last', 'done']

/** Undefined: it does not say. */
const saysMore = (holders: Holder[]): boolean | undefined => {
  const said = holders
    .filter(({ isAboutPages }) => isAboutPages)
    .flatMap(({ fields }) => [
      ...moreNames.map((name) => fields.get(name)),
      ...endNames.map((name) => negate(fields.get(name))),
    ])
    .filter((value) => typeof value === 'boolean')
  if (said.length > 0) return said.includes(true)
  const next = holders.flatMap(({ fields, isAboutPages }) =>
    [...fields].flatMap(([name, value]) =>
      isAboutPages && name.startsWith('next') ? [value ?? ''] : [],
    ),
  )
  return next.length > 0 && next.every((value) => value === '' || value === false)
    ? false
    : undefined
}

const negate = (value: unknown): unknown => (typeof value === 'boolean' ? !value : undefined)

const cursors = [
  'cursor',
  'pagecursor',
  'startcursor',
  'aftercursor',
  'after',
  'pageafter',
  'startingafter',
]
const tokens = ['pagetoken', 'nextpagetoken', 'paginationtoken', 'nexttoken', ...cursors]
const offsets = ['offset', 'skip', 'start', 'startat', 'startindex']
const pageNumbers = ['page', 'pagenumber', 'pagenum', 'pageno', 'pageindex', 'currentpage']

type CursorField = {
  field: string
  /** The arguments that take it. */
  takes: readonly string[]
  /** Elsewhere the name may mean something else. */
  only?: (holder: Holder, more: boolean | undefined) => boolean
}

const aboutPages: CursorField['only'] = ({ isAboutPages }) => isAboutPages
/** Facebook repeats the cursor of the last page; HubSpot has `paging.next.after`. */
const ofNext: CursorField['only'] = ({ name }, more) => more === true || name.startsWith('next')

const cursorFields: CursorField[] = [
  { field: 'nextpagetoken', takes: tokens },
  { field: 'nextcursor', takes: ['nextcursor', ...cursors] },
  { field: 'nexttoken', takes: ['nexttoken', ...tokens] },
  { field: 'nextpagecursor', takes: cursors },
  { field: 'nextcontinuationtoken', takes: ['continuationtoken', ...tokens] },
  { field: 'continuationtoken', takes: ['continuationtoken', 'continuation'] },
  { field: 'continuation', takes: ['continuation', 'continuationtoken'], only: aboutPages },
  { field: 'continue', takes: ['continue'], only: aboutPages },
  { field: 'nextmarker', takes: ['marker', 'nextmarker'] },
  { field: 'marker', takes: ['marker'], only: aboutPages },
  { field: 'nextbookmark', takes: ['bookmark'] },
  { field: 'bookmark', takes: ['bookmark'], only: aboutPages },
  { field: 'endcursor', takes: ['endcursor', ...cursors], only: (_holder, more) => more === true },
  { field: 'nextoffset', takes: offsets },
  { field: 'nextpage', takes: [...pageNumbers, ...tokens, ...offsets], only: aboutPages },
  { field: 'next', takes: ['next', ...tokens, ...pageNumbers, ...offsets], only: aboutPages },
  { field: 'startingafter', takes: ['startingafter'], only: ofNext },
  { field: 'after', takes: ['after', 'pageafter'], only: ofNext },
  { field: 'cursor', takes: cursors, only: aboutPages },
  { field: 'offset', takes: ['offset'], only: aboutPages },
]

const byCursor = (
  tool: PagedTool,
  page: Page,
  holders: Holder[],
  more: boolean | undefined,
): NextPage | undefined => {
  for (const { field, takes, only } of cursorFields)
    for (const holder of holders) {
      const value = holder.fields.get(field)
      if (value === undefined || only?.(holder, more) === false || isAddress(value)) continue
      // A number under any other name says where this page begins.
      const isOfNext = field.startsWith('next') || holder.name === 'next'
      if (!isOfNext && /^\d*$/.test(String(value))) continue
      const argument = findArgument(tool, takes)
      const converted = argument === undefined ? undefined : toArgumentValue(tool, argument, value)
      if (argument === undefined || converted === undefined) continue
      if (converted !== page.arguments[argument])
        return { arguments: { ...page.arguments, [argument]: converted } }
    }
  return undefined
}

const addressFields = [
  'odatanextlink',
  'nextlink',
  'nexturl',
  'nextpageurl',
  'nextpageuri',
  'nextpagelink',
  'nexturi',
  'nexthref',
  'nextrecordsurl',
  'nextpage',
  'next',
]

const byAddress = (tool: PagedTool, page: Page, holders: Holder[]): NextPage | undefined => {
  for (const field of addressFields)
    for (const { fields, isAboutPages } of holders) {
      const value = addressIn(fields.get(field))
      if (value === undefined) continue
      const isPlain = field === 'next' || field === 'nextpage'
      if (isPlain && (!isAboutPages || !isSamePath(page.url, value))) continue
      const next = nextOfUrl(tool, page, value)
      if (next) return next
    }
  return undefined
}

/** The next of something else, such as a chapter, has an address of its own. */
const isSamePath = (asked: string | undefined, given: string): boolean => {
  const [one, other] = [URL.parse(asked ?? ''), URL.parse(given, asked)]
  if (!one || !other) return false
  return one.pathname.endsWith(other.pathname) || other.pathname.endsWith(one.pathname)
}

/** `next: "https://…"`, `next: { href: "…" }`. */
const addressIn = (value: unknown): string | undefined => {
  if (isAddress(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  return ['href', 'url', 'uri', 'link']
    .map((name) => (value as Record<string, unknown>)[name])
    .find(isAddress)
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:https?:\/\/|\/|\?[^=]+=)/.test(value)

/** Stripe, OpenAI: the id of the last item, where the answer says that there is more. */
const byLastItem = (
  tool: PagedTool,
  page: Page,
  holders: Holder[],
  last: unknown,
): NextPage | undefined => {
  const argument = findArgument(tool, ['startingafter', 'afterid', 'after', 'lastid'])
  if (argument === undefined) return undefined
  const said = holders.map(({ fields }) => fields.get('lastid')).find((id) => id !== undefined)
  const id =
    said ??
    (typeof last === 'object' && last !== null
      ? (last as Record<string, unknown>)['id']
      : undefined)
  const value = toArgumentValue(tool, argument, id)
  return value === undefined ? undefined : { arguments: { ...page.arguments, [argument]: value } }
}

const pageCounts = ['totalpages', 'pagecount', 'pages', 'numpages', 'totalpagecount', 'lastpage']
const totals = [
  'totalcount',
  'totalresults',
  'totalitems',
  'totalrecords',
  'totalsize',
  'totalhits',
  'total',
  'count',
]
const sizes = [
  'perpage',
  'pagesize',
  'limit',
  'maxresults',
  'pagelimit',
  'size',
  'count',
  'top',
  'first',
  'rows',
  'num',
  'maxitems',
]

/** A page number or an offset, where a total, a number of pages or a flag says that there is more. */
const byNumber = (
  tool: PagedTool,
  page: Page,
  holders: Holder[],
  { count, more }: { count: number; more: boolean },
): NextPage | undefined => {
  const total = numberIn(holders, totals)
  const offset = findArgument(tool, offsets)
  const current =
    numberOf(tool, offset, page.arguments) ?? numberIn(holders, [plainName(offset ?? '')]) ?? 0
  if (offset !== undefined && (more || (total !== undefined && current + count < total)))
    return { arguments: { ...page.arguments, [offset]: current + count } }
  const number = findArgument(tool, pageNumbers)
  if (number === undefined) return undefined
  const reported = numberIn(holders, [...pageNumbers, 'number'])
  const at = numberOf(tool, number, page.arguments) ?? reported ?? 1
  const first = at === 0 || reported === 0 ? 0 : 1
  const pages = numberIn(holders, pageCounts) ?? pagesOf(tool, page, total, count)
  return more || (pages !== undefined && at + 1 < pages + first)
    ? { arguments: { ...page.arguments, [number]: at + 1 } }
    : undefined
}

const pagesOf = (
  tool: PagedTool,
  page: Page,
  total: number | undefined,
  count: number,
): number | undefined => {
  if (total === undefined) return undefined
  const size = numberOf(tool, findArgument(tool, sizes), page.arguments) ?? count
  return Math.ceil(total / Math.max(size, count))
}

const numberIn = (holders: Holder[], names: readonly string[]): number | undefined => {
  for (const name of names)
    for (const { fields, isAboutPages } of holders) {
      const value = fields.get(name)
      const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
      if (isAboutPages && typeof number === 'number' && Number.isInteger(number)) return number
    }
  return undefined
}
