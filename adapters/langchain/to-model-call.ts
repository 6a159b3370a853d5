import type { ToolRunnableConfig } from '@langchain/core/tools'
import type { ModelCall } from '../../src/index.ts'
import type { LangchainToolsOptions } from './langchain-tools.ts'

/**
 * Names a call. LangGraph gives the thread, and the task, which stays the same when it is retried or
 * resumed.
 */
export const toModelCall = (
  config: ToolRunnableConfig,
  conversation: LangchainToolsOptions['conversation'],
): ModelCall | undefined => {
  const { configurable, toolCall } = config
  if (toolCall?.id === undefined) return undefined
  const thread: unknown = configurable?.['thread_id']
  const given = typeof conversation === 'function' ? conversation(config) : conversation
  return {
    id: toolCall.id,
    conversation: given ?? (isName(thread) ? String(thread) : undefined),
    step: toTask(configurable?.['checkpoint_ns']),
  }
}

const isName = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

/** The checkpoint namespace of a task ends with its id. */
const toTask = (namespace: unknown): string | undefined =>
  typeof namespace === 'string' && namespace !== ''
    ? namespace.slice(namespace.lastIndexOf(':') + 1)
    : undefined
