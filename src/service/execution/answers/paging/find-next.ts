import type { PagingRule } from '../../../../contract/recipe/answers.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import { detectNext } from './detect-next.ts'
import { findPagingRule, nextByRule } from './next-by-rule.ts'
import type { NextPage, Page, PagedTool } from './page.ts'

/**
 * What asks for the page behind an answer: by the first rule of the toolkit that fits the tool, or
 * else as most APIs say it. A page that would be asked for like this one is none.
 */
export const findNext = (
  rules: readonly PagingRule[],
  tool: PagedTool,
  page: Page,
): NextPage | undefined => {
  const rule = findPagingRule(rules, tool)
  const next = rule ? nextByRule(rule, tool, page) : detectNext(tool, page)
  const isSame =
    next && 'arguments' in next && canonicalJson(next.arguments) === canonicalJson(page.arguments)
  return isSame ? undefined : next
}
