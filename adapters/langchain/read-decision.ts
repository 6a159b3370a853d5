/** A person's decision about a call. */
export type Decision =
  | { type: 'approve' }
  /** Runs the call with these arguments instead. */
  | { type: 'edit'; args: Record<string, unknown> }
  | { type: 'reject'; message?: string }
  /** Answers the model in the place of the tool. */
  | { type: 'respond'; message: string }

/**
 * Reads the value that a graph is resumed with: the decisions of LangChain's human-in-the-loop
 * middleware. Anything other than one clear decision counts as a denial.
 */
export const readDecision = (answer: unknown, toolName: string): Decision => {
  const decisions = isObject(answer) ? answer['decisions'] : undefined
  const [decision, ...others]: unknown[] = Array.isArray(decisions) ? decisions : []
  const isClear = others.every((other) => isObject(other) && other['type'] === 'approve')
  if (!isObject(decision) || (others.length > 0 && !(decision['type'] === 'approve' && isClear)))
    return { type: 'reject' }
  const { type, message, editedAction } = decision
  if (type === 'approve') return { type }
  if (type === 'respond' && typeof message === 'string') return { type, message }
  if (type === 'edit' && isObject(editedAction)) {
    const { name, args } = editedAction
    // The call belongs to this tool; another one has approvals of its own.
    if (name === toolName && isObject(args)) return { type, args }
  }
  return { type: 'reject', ...(typeof message === 'string' && { message }) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
