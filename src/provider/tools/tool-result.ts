import { PlugboardError } from '../../client/index.ts'
import { describeParsed } from '../../schema/describe-parsed.ts'
import { toModelMessage } from './to-model-message.ts'
import { toResultPaging, type CallPaging, type ResultPaging } from './paging.ts'
import type { ResultSelection } from './selection.ts'

/** The result of running a tool. */
export type ToolResult = {
  data: Record<string, unknown>
  /** Null on success; otherwise an error message for a model. */
  error: string | null
  /** Id of the execution in the service's log; null if the call did not reach it. */
  logId: string | null
  successful: boolean
  /** Where there are more pages, or pages were gathered. */
  paging?: ResultPaging | undefined
  /** Where `select` took nothing from the answer, or could not be applied. */
  selection?: ResultSelection | undefined
  /** The arguments that the model wrote as texts of JSON, which were parsed. */
  parsedArguments?: readonly string[] | undefined
}

/** A result as the service answers it, of one call or of one in a multi-execute. */
type AnsweredResult = {
  data?: Record<string, unknown> | undefined
  error?: string | null | undefined
  log_id?: string | null | undefined
  paging?: (CallPaging & { message?: string }) | undefined
  selection?: ResultSelection | undefined
  parsed_arguments?: readonly string[] | undefined
}

/** Converts what the service answered for a call. */
export const toToolResult = ({
  data = {},
  error = null,
  log_id: logId = null,
  paging,
  selection,
  parsed_arguments: parsed,
}: AnsweredResult): ToolResult => ({
  data,
  error,
  logId,
  successful: error === null,
  ...(paging && { paging: toResultPaging({ message: '', ...paging }) }),
  ...(selection && { selection }),
  ...(parsed && { parsedArguments: parsed }),
})

/** Converts an error to a failed result, with the text for models. */
export const failedResult = (error: Error): ToolResult => {
  const text = error instanceof PlugboardError ? toModelMessage(error) : error.message
  return { data: {}, error: text, logId: null, successful: false }
}

/**
 * Converts errors of a call to failed results, so that an agent's loop continues. Aborts are
 * rethrown.
 */
export const captureErrors = async (run: () => Promise<ToolResult>): Promise<ToolResult> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PlugboardError && error.slug !== 'aborted') return failedResult(error)
    throw error
  }
}

/** The result of a call that the user denied. */
export const deniedResult = (slug: string): ToolResult => ({
  data: { status: 'denied', tool_slug: slug },
  error: `The user denied this call of ${slug}, so it was not made. Do not repeat it; ask the user what to do instead.`,
  logId: null,
  successful: false,
})

/**
 * Returns what a model sees of a result: the data, or the error with any data that was returned
 * with it. Where there are more pages, `more_results` says how to get the next one; where `select` took
 * nothing, `selection` says what there is.
 *
 * All adapters use this function, so results look the same in every framework.
 */
export const toModelOutput = (result: ToolResult): Record<string, unknown> => {
  if (result.error === null) return withNotes(result)
  return {
    error: result.error,
    ...(Object.keys(result.data).length > 0 && { data: result.data }),
    ...(result.parsedArguments && { argument_note: describeParsed(result.parsedArguments) }),
  }
}

/** Gathered pages say so only where some are missing. */
const withNotes = ({
  data,
  paging,
  selection,
  parsedArguments,
}: ToolResult): Record<string, unknown> => {
  if (!paging?.hasMore && !selection && !parsedArguments) return data
  const nameOf = (name: string) => (Object.hasOwn(data, name) ? `_${name}` : name)
  return {
    ...data,
    ...(selection && { [nameOf('selection')]: selection }),
    ...(paging?.hasMore && { [nameOf('more_results')]: paging.message }),
    ...(parsedArguments && { [nameOf('argument_note')]: describeParsed(parsedArguments) }),
  }
}

/** Returns `toModelOutput` as text, for frameworks whose tool messages are text. */
export const toModelText = (result: ToolResult): string => JSON.stringify(toModelOutput(result))
