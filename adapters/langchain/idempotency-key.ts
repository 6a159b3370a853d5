import type { ToolRunnableConfig } from '@langchain/core/tools'

/** The maximum length that the service accepts. */
const maximumLength = 255

/**
 * Returns an idempotency key that stays the same when LangGraph restarts the task of a call, and
 * differs for every other call. Undefined outside of a graph.
 */
export const toIdempotencyKey = ({
  configurable,
  toolCall,
}: ToolRunnableConfig): string | undefined => {
  const namespace: unknown = configurable?.['checkpoint_ns']
  if (typeof namespace !== 'string' || namespace === '' || toolCall?.id === undefined)
    return undefined
  // The checkpoint namespace of a task ends with its id.
  const name = encodeURIComponent(
    `${namespace.slice(namespace.lastIndexOf(':') + 1)}:${toolCall.id}`,
  )
  return name.length <= maximumLength ? name : undefined
}
