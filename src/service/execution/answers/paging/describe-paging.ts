import type { Paging } from '../../../../contract/paging.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Gathered } from './gather.ts'
import type { NextPage } from './page.ts'

type Asked = { slug: string; arguments: Readonly<Record<string, unknown>> }

/** What a caller reads of the pages of an answer; undefined where there is only one. */
export const describePage = (asked: Asked, next: NextPage | undefined): Paging | undefined =>
  next && {
    has_more: true,
    next: 'arguments' in next ? { arguments: next.arguments } : null,
    message: `There are more results${
      'arguments' in next
        ? `: call ${asked.slug} again with ${describeArguments(asked, next.arguments)}.`
        : `, for which ${asked.slug} has no argument: execute it with \`all\`, which gathers them.`
    }`,
  }

/** What a caller reads of gathered pages. */
export const describeGathered = (
  asked: Asked,
  { pages, items, stopped, next }: Gathered,
): Paging => {
  const args = next && 'arguments' in next ? next.arguments : undefined
  const reached = `${items} items of ${pages} page${pages === 1 ? '' : 's'}`
  return {
    has_more: stopped !== undefined,
    next: stopped !== undefined && args ? { arguments: args } : null,
    message:
      stopped === undefined
        ? `These are all ${reached}.`
        : `These are the first ${reached}, and there are more, but ${stopped.replace(/\.$/, '')}.${args ? ` To go on, call ${asked.slug} with ${describeArguments(asked, args)}.` : ''}`,
    pages,
    items,
    ...(stopped !== undefined && { stopped }),
  }
}

const longestArguments = 2000

/** Only what differs: a model has the other arguments before it. */
const describeArguments = (asked: Asked, next: Record<string, unknown>): string => {
  const changed = Object.entries(next).filter(
    ([name, value]) => canonicalJson(value) !== canonicalJson(asked.arguments[name]),
  )
  const removed = Object.keys(asked.arguments).filter((name) => !Object.hasOwn(next, name))
  const text = JSON.stringify(Object.fromEntries(changed))
  if (text.length > longestArguments) return 'the arguments in `paging.next`'
  const without = removed.length === 0 ? '' : `, without ${removed.join(', ')}`
  return `the same arguments${without}, and ${text}`
}
