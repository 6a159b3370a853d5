import type { ModelCall } from '../../src/index.ts'
import type { AiCall, AiToolsOptions } from './ai-tools.ts'
import { toParts } from './to-parts.ts'

/**
 * Names a call. Where a provider counts calls, the results that earlier calls with the same id have
 * in the conversation distinguish it from them.
 */
export const toModelCall = (
  call: AiCall,
  conversation: AiToolsOptions['conversation'],
): ModelCall => ({
  id: call.toolCallId,
  conversation: typeof conversation === 'function' ? conversation(call) : conversation,
  step: String(
    call.messages
      .flatMap(toParts)
      .filter((part) => part.type === 'tool-result' && part.toolCallId === call.toolCallId).length,
  ),
})
