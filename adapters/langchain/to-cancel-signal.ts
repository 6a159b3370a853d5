import type { ToolRunnableConfig } from '@langchain/core/tools'

/**
 * Returns the signal by which the user aborts. LangGraph also aborts the signal of a task when
 * another task of the step fails, and then retries or resumes it.
 */
export const toCancelSignal = ({
  configurable,
  signal,
}: ToolRunnableConfig): AbortSignal | undefined => {
  if (configurable?.['checkpoint_ns'] === undefined) return signal
  const signals: unknown = configurable['__pregel_abort_signals']
  const external =
    typeof signals === 'object' && signals !== null && 'externalAbortSignal' in signals
      ? signals.externalAbortSignal
      : undefined
  return external instanceof AbortSignal ? external : neverAborted
}

const neverAborted = new AbortController().signal
