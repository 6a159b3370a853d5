import type { Select } from '../../contract/index.ts'
import { isObject } from '../../schema/json-schema.ts'

/** One call inside SVC_MULTI_EXECUTE_TOOL. */
type InnerCall = {
  slug: string
  arguments: Record<string, unknown>
  account: string | undefined
  all?: boolean
  select?: Select
}

/**
 * Returns the calls in the arguments of a multi-execute, or undefined if they are malformed. The
 * service then returns the error.
 */
export const readCalls = (toolArguments: unknown): InnerCall[] | undefined => {
  const tools = isObject(toolArguments) ? toolArguments['tools'] : undefined
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > 50) return undefined
  const calls = tools.map(readCall)
  return calls.every((call) => call !== undefined) ? calls : undefined
}

const readCall = (entry: unknown): InnerCall | undefined => {
  if (!isObject(entry)) return undefined
  const { tool_slug: slug, arguments: given = {}, account, all, select } = entry
  if (typeof slug !== 'string' || slug === '' || !isObject(given)) return undefined
  if (select !== undefined && !isSelect(select)) return undefined
  return account === undefined || typeof account === 'string'
    ? {
        slug,
        arguments: given,
        account,
        ...(all === true && { all }),
        ...(isSelect(select) && { select }),
      }
    : undefined
}

const isSelect = (value: unknown): value is Select =>
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((pointer) => typeof pointer === 'string'))
