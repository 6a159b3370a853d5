import { ServiceError } from '../../service-error.ts'
import {
  listCustomTools,
  type CustomTool,
  type CustomToolkit,
  type SessionExtras,
} from './custom-tool.ts'

/** Limits for all processes that attach tools to a session. */
const maximumTools = 1_000
const maximumCharacters = 4 * 1024 * 1024

/**
 * Merges the custom tools that a process attaches into those of the session: the new ones first,
 * then the remaining ones of other processes.
 *
 * The process identifies its tools by index, so they come first.
 */
export const mergeExtras = (current: SessionExtras, attached: SessionExtras): SessionExtras => {
  const replaced = new Set(listCustomTools(attached).map(({ slug }) => slug))
  const others = (tools: CustomTool[] = []) => tools.filter(({ slug }) => !replaced.has(slug))
  const merged: SessionExtras = {
    userTimezone: attached.userTimezone ?? current.userTimezone,
    customToolkits: concat(
      attached.customToolkits?.map((toolkit) =>
        withTools(toolkit, others(toolsOf(current, toolkit.slug))),
      ),
      othersOf(current, attached, others),
    ),
    customTools: concat(attached.customTools, current.customTools && others(current.customTools)),
  }
  rejectTooMuch(merged, attached)
  return merged
}

const withTools = (toolkit: CustomToolkit, tools: CustomTool[]): CustomToolkit => ({
  ...toolkit,
  tools: [...toolkit.tools, ...tools],
})

const toolsOf = ({ customToolkits }: SessionExtras, slug: string): CustomTool[] | undefined =>
  customToolkits?.find((toolkit) => toolkit.slug === slug)?.tools

const othersOf = (
  current: SessionExtras,
  attached: SessionExtras,
  others: (tools: CustomTool[]) => CustomTool[],
): CustomToolkit[] | undefined =>
  current.customToolkits
    ?.filter(({ slug }) => toolsOf(attached, slug) === undefined)
    .map((toolkit) => ({ ...toolkit, tools: others(toolkit.tools) }))

/** Absent stays absent. */
const concat = <Item>(first: Item[] | undefined, second: Item[] | undefined): Item[] | undefined =>
  first || second ? [...(first ?? []), ...(second ?? [])] : undefined

/** A single request is limited already. */
const rejectTooMuch = (merged: SessionExtras, attached: SessionExtras): void => {
  const count = listCustomTools(merged).length
  if (count === listCustomTools(attached).length) return
  if (count <= maximumTools && JSON.stringify(merged).length <= maximumCharacters) return
  throw new ServiceError(
    'invalid_request',
    `With these custom tools the session would have ${count}: the limit is ${maximumTools} with ${maximumCharacters} characters`,
    {
      suggestedFix:
        'Remove some with PATCH /api/v3/tool_router/session/{session_id} and the complete list as experimental.custom_tools, or create another session',
    },
  )
}
