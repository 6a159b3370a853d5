import type { ToolRunnableConfig } from '@langchain/core/tools'

/** As long as the service takes. */
const maximumLength = 255

/**
 * A name for a call that is the same when LangGraph begins its task anew, and different for every
 * other; none outside of a graph.
 */
export const callInTask = ({ configurable, toolCall }: ToolRunnableConfig): string | undefined => {
  const namespace: unknown = configurable?.['checkpoint_ns']
  if (typeof namespace !== 'string' || namespace === '' || toolCall?.id === undefined)
    return undefined
  // The namespace of a task ends with its id.
  const name = encodeURIComponent(
    `${namespace.slice(namespace.lastIndexOf(':') + 1)}:${toolCall.id}`,
  )
  return name.length <= maximumLength ? name : undefined
}
