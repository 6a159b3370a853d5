/**
 * What went wrong, with which request, and what to do next: everything the error knows, for a
 * terminal.
 */
export const describeError = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return `Error: ${String(thrown)}`
  const details: Details = thrown
  return [
    `Error: ${thrown.message}`,
    ...causes(thrown).map((cause) => `  Cause: ${cause.message}`),
    ...(details.errors ?? []).map((issue) => `  - ${issue}`),
    ...(details.suggestedFix ? [`  ${details.suggestedFix}`] : []),
    ...(details.requestId ? [`  Request id: ${details.requestId}`] : []),
    ...(wantsStack() && thrown.stack ? [thrown.stack] : []),
  ].join('\n')
}

/** What a `PlugboardError` and a `CliError` say besides their message. */
type Details = Error & {
  errors?: readonly string[]
  suggestedFix?: string | undefined
  requestId?: string | undefined
}

/** What an error wraps, outermost first, as far as it says anything. */
const causes = ({ cause }: Error): Error[] =>
  cause instanceof Error ? [...(cause.message ? [cause] : []), ...causes(cause)] : []

const wantsStack = () => /^(debug|trace)$/.test(process.env['PLUGBOARD_LOG_LEVEL'] ?? '')
