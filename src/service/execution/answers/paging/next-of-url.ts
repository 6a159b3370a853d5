import { schemaOf, toArgumentValue } from './find-argument.ts'
import type { NextPage, Page, PagedTool } from './page.ts'

/**
 * What asks for the page at an address that an answer or its header `Link` gave: arguments of the
 * tool where they can say the same, otherwise the address. Undefined for another origin, and for
 * the address that was just asked.
 */
export const nextOfUrl = (tool: PagedTool, page: Page, given: string): NextPage | undefined => {
  if (page.url === undefined || given.length > 8192) return undefined
  const asked = new URL(page.url)
  const url = URL.parse(given, asked)
  if (!url || url.origin !== asked.origin || url.username !== '' || url.password !== '')
    return undefined
  // Behind a gateway, an API may write its own paths: the end of the one that was asked.
  if (/^\/[^/]/.test(given) && asked.pathname.endsWith(url.pathname)) url.pathname = asked.pathname
  const next = url.pathname === asked.pathname ? toArguments(tool, page, asked, url) : undefined
  if (next) return { arguments: next }
  // Any other method may do more than read.
  const isRead = tool.request.kind === undefined && tool.request.method === 'GET'
  url.hash = ''
  return isRead && url.href !== asked.href ? { url: url.href } : undefined
}

/** Undefined where the addresses differ in something that no argument says. */
const toArguments = (
  tool: PagedTool,
  page: Page,
  asked: URL,
  next: URL,
): Record<string, unknown> | undefined => {
  if (tool.request.kind !== undefined) return undefined
  const inQuery = new Map(
    tool.request.parameters
      .filter(({ in: place }) => place === 'query')
      .map(({ name, argument }) => [name, argument]),
  )
  const changed = { ...page.arguments }
  for (const name of new Set([...asked.searchParams.keys(), ...next.searchParams.keys()])) {
    if (page.credentialParameters?.includes(name)) continue
    const values = next.searchParams.getAll(name)
    if (isSame(values, asked.searchParams.getAll(name))) continue
    const argument = inQuery.get(name)
    // What the service supplies is no argument of callers.
    if (argument === undefined || !schemaOf(tool, argument)) return undefined
    const [value, ...others] = values
    if (value === undefined) delete changed[argument]
    else {
      const converted =
        others.length === 0 && isPlain(tool, argument)
          ? toArgumentValue(tool, argument, value)
          : undefined
      if (converted === undefined) return undefined
      changed[argument] = converted
    }
  }
  return changed
}

const isSame = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

const isPlain = (tool: PagedTool, argument: string): boolean => {
  const types = [schemaOf(tool, argument)?.['type']].flat()
  return !types.some((type) => type === 'array' || type === 'object' || type === 'boolean')
}

/**
 * RFC 8288: `<https://api.example.com/items?page=2>; rel="next"`. Sentry names a next page of the last
 * one too, and says that it has no results.
 */
export const nextLink = (header = ''): string | undefined => {
  for (const [, url, parameters = ''] of header.matchAll(/<([^<>]*)>((?:"[^"]*"|[^<>,"])*)/g)) {
    const values = new Map<string, string>()
    for (const [, name = '', quoted, plain = ''] of parameters.matchAll(parameter))
      if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), quoted ?? plain)
    const relations = (values.get('rel') ?? '').toLowerCase().trim().split(/\s+/)
    if (relations.includes('next') && values.get('results')?.toLowerCase() !== 'false') return url
  }
  return undefined
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"([^"]*)"|([^\s;"]*))/g
