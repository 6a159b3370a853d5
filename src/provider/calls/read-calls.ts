import type { Select } from '../../contract/index.ts'
import { isObject, type JsonSchema } from '../../schema/json-schema.ts'
import { parseStringified } from '../../schema/parse-stringified.ts'

/** One call inside SVC_MULTI_EXECUTE_TOOL. */
type InnerCall = {
  slug: string
  arguments: Record<string, unknown>
  account: string | undefined
  all?: boolean
  select?: Select
}

/** Where texts of JSON are parsed, as the service does. */
const callsSchema: JsonSchema = {
  properties: {
    tools: {
      type: 'array',
      items: { type: 'object', properties: { arguments: { type: 'object' } } },
    },
  },
}

/**
 * Returns the calls in the arguments of a multi-execute, with their slugs as the service writes them,
 * or undefined if they are malformed.
 */
export const readCalls = (toolArguments: unknown): InnerCall[] | undefined => {
  const { value } = parseStringified(callsSchema, toolArguments)
  const tools = isObject(value) ? value['tools'] : undefined
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > 50) return undefined
  const calls = tools.map(readCall)
  return calls.every((call) => call !== undefined) ? calls : undefined
}

const readCall = (entry: unknown): InnerCall | undefined => {
  if (!isObject(entry)) return undefined
  const { tool_slug: slug, arguments: given = {}, account, all, select } = entry
  if (typeof slug !== 'string' || slug === '' || !isObject(given)) return undefined
  if (select !== undefined && !isSelect(select)) return undefined
  if (all !== undefined && typeof all !== 'boolean') return undefined
  return account === undefined || typeof account === 'string'
    ? {
        slug: slug.toUpperCase(),
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
