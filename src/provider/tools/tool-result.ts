import { PlugboardError } from '../../client/index.ts'

/** What came of running a tool. */
export type ToolResult = {
  data: Record<string, unknown>
  /** Null means success; else what went wrong, in words for a model. */
  error: string | null
  /** Names the execution in the service's log; null when the call never got there. */
  logId: string | null
  successful: boolean
}

/** A call that never got as far as a result. */
export const failedResult = (error: Error): ToolResult => {
  const nextStep =
    error instanceof PlugboardError && error.suggestedFix ? `. ${error.suggestedFix}` : ''
  const issues =
    error instanceof PlugboardError ? error.errors.map((issue) => `\n- ${issue}`).join('') : ''
  return { data: {}, error: error.message + nextStep + issues, logId: null, successful: false }
}

/** Turns the failures of a call into results, so that the loop of an agent goes on; aborts end it. */
export const failuresAsResults = async (run: () => Promise<ToolResult>): Promise<ToolResult> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof PlugboardError && error.slug !== 'aborted') return failedResult(error)
    throw error
  }
}

/** A call that its user refused. */
export const deniedResult = (slug: string): ToolResult => ({
  data: { status: 'denied', tool_slug: slug },
  error: `The user denied this call of ${slug}, so it was not made. Do not repeat it; ask the user what to do instead.`,
  logId: null,
  successful: false,
})

/**
 * What a model should see of a result: the data, or the error with whatever data came along.
 *
 * Every adapter goes through here, so a tool reads the same in every framework.
 */
export const toModelOutput = (result: ToolResult): Record<string, unknown> => {
  if (result.error === null) return result.data
  return Object.keys(result.data).length === 0
    ? { error: result.error }
    : { error: result.error, data: result.data }
}

/** `toModelOutput` as text, for frameworks whose tool messages are text. */
export const toModelText = (result: ToolResult): string => JSON.stringify(toModelOutput(result))
