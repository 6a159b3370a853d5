import type { ToolOutcome } from './execute-tool.ts'

/** The outcome of a call as REST names it. */
export const toExecutionResult = ({
  data,
  error,
  logId,
  paging,
  selection,
  parsedArguments,
}: Omit<ToolOutcome, 'wasSent'>) => ({
  data,
  error,
  log_id: logId,
  ...(paging && { paging }),
  ...(selection && { selection }),
  ...(parsedArguments && { parsed_arguments: parsedArguments }),
})
