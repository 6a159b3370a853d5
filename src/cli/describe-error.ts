/**
 * Formats everything that an error contains for a terminal: the cause, the request and the next
 * step.
 */
export const describeError = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return `Error: ${String(thrown)}`
  const details: Details = thrown
  return [
    `Error: ${withoutIssues(details)}`,
    ...causes(thrown).map((cause) => `  Cause: ${cause.message}`),
    ...(details.errors ?? []).map((issue) => `  - ${issue}`),
    ...(details.suggestedFix ? [`  ${details.suggestedFix}`] : []),
    ...(details.requestId ? [`  Request id: ${details.requestId}`] : []),
    ...(wantsStack() && thrown.stack ? [thrown.stack] : []),
  ].join('\n')
}

/** A message that repeats the first of its issues, without them: all of them follow in lines. */
const withoutIssues = ({ message, errors: [first] = [] }: Details): string => {
  const start = first === undefined ? -1 : message.indexOf(`: ${first.slice(0, 100)}`)
  return start < 0 ? message : message.slice(0, start)
}

/** Details of a `PlugboardError` or `CliError` in addition to the message. */
type Details = Error & {
  errors?: readonly string[]
  suggestedFix?: string | undefined
  requestId?: string | undefined
}

/** Causes of an error, outermost first, if they have a message. */
const causes = ({ cause }: Error): Error[] =>
  cause instanceof Error ? [...(cause.message ? [cause] : []), ...causes(cause)] : []

const wantsStack = () => /^(debug|trace)$/.test(process.env['PLUGBOARD_LOG_LEVEL'] ?? '')
