import type { ModelMessage } from 'ai'
import { toParts } from './to-parts.ts'

/**
 * Returns whether a person approved a call that has no result yet. Call ids may repeat later in a
 * conversation.
 */
export const isApproved = (toolCallId: string, messages: readonly ModelMessage[]): boolean => {
  const parts = messages.flatMap(toParts)
  const isDone = parts.some((part) => part.type === 'tool-result' && part.toolCallId === toolCallId)
  const request = parts.findLast(
    (part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId,
  )
  if (isDone || request?.type !== 'tool-approval-request') return false
  return parts.some(
    (part) =>
      part.type === 'tool-approval-response' &&
      part.approvalId === request.approvalId &&
      part.approved,
  )
}
