import type { PagingRule } from '../../../../contract/recipe/answers.ts'
import { selectPath } from '../../../third-party/index.ts'
import { findArgument, numberOf, plainName, toArgumentValue } from './find-argument.ts'
import { findList } from './find-list.ts'
import { nextLink, nextOfUrl } from './next-of-url.ts'
import type { NextPage, Page, PagedTool } from './page.ts'

/** The first rule that fits a tool: one of arguments fits only a tool that has its argument. */
export const findPagingRule = (
  rules: readonly PagingRule[],
  tool: PagedTool,
): PagingRule | undefined =>
  rules.find((rule) => rule.by === 'link' || argumentOf(tool, rule) !== undefined)

const argumentOf = (tool: PagedTool, { argument }: { argument: string }): string | undefined =>
  findArgument(tool, [plainName(argument)])

/** The page behind an answer, by a rule of the toolkit; undefined where it was the last. */
export const nextByRule = (rule: PagingRule, tool: PagedTool, page: Page): NextPage | undefined => {
  if (rule.by === 'link') {
    const given =
      rule.next === undefined ? nextLink(page.headers['link']) : selectPath(page.json, rule.next)
    return typeof given === 'string' && given !== '' ? nextOfUrl(tool, page, given) : undefined
  }
  const argument = argumentOf(tool, rule)
  const isEnd = rule.more !== undefined && !isTrue(selectPath(page.json, rule.more))
  if (argument === undefined || isEnd) return undefined
  const value = toArgumentValue(tool, argument, valueByRule(rule, argument, tool, page))
  return value === undefined ? undefined : { arguments: { ...page.arguments, [argument]: value } }
}

const valueByRule = (
  rule: Exclude<PagingRule, { by: 'link' }>,
  argument: string,
  tool: PagedTool,
  page: Page,
): unknown => {
  const list = findList(page.json, rule.items)?.list
  const given = numberOf(tool, argument, page.arguments)
  switch (rule.by) {
    case 'cursor':
      return selectPath(page.json, rule.next)
    case 'last_item':
      return rule.more !== undefined || isFull(rule, tool, page, list)
        ? selectPath(list?.at(-1), rule.next)
        : undefined
    case 'page': {
      const current = given ?? rule.first
      const pages = toNumber(rule.pages, page)
      const hasMore =
        pages === undefined
          ? rule.more !== undefined || isFull(rule, tool, page, list)
          : current + 1 < pages + rule.first
      return hasMore ? current + 1 : undefined
    }
    case 'offset': {
      const reached = (given ?? 0) + (list?.length ?? 0)
      const total = toNumber(rule.total, page)
      const hasMore =
        total === undefined
          ? rule.more !== undefined || isFull(rule, tool, page, list)
          : reached < total
      return hasMore && list && list.length > 0 ? reached : undefined
    }
    default:
      return rule satisfies never
  }
}

/** Where an API does not say whether there is more, a page that is not full is the last. */
const isFull = (
  { limit }: { limit?: string | undefined },
  tool: PagedTool,
  page: Page,
  list: unknown[] | undefined,
): boolean => {
  if (!list || list.length === 0) return false
  const size =
    limit === undefined
      ? undefined
      : numberOf(tool, findArgument(tool, [plainName(limit)]), page.arguments)
  return size === undefined || list.length >= size
}

const toNumber = (path: string | undefined, { json }: Page): number | undefined => {
  const value = path === undefined ? undefined : selectPath(json, path)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const isTrue = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== '' &&
  value !== 0 &&
  value !== 'false'
