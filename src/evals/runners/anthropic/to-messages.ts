import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import type { ModelMessage } from '../../cassettes/model-request.ts'

/** Converts the messages of a case: Anthropic takes what the system says apart. */
export const toMessages = (
  given: readonly ModelMessage[],
): { system: string; messages: BetaMessageParam[] } => ({
  system: given
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n\n'),
  messages: given.flatMap(toMessage),
})

const toMessage = ({
  role,
  content,
  calls = [],
  callId = '',
}: ModelMessage): BetaMessageParam[] => {
  if (role === 'system') return []
  if (role === 'user') return [{ role, content }]
  if (role === 'tool')
    return [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content }] }]
  return [
    {
      role,
      content: [
        ...(content === '' ? [] : [{ type: 'text' as const, text: content }]),
        ...calls.map(({ id, tool, arguments: given }) => ({
          type: 'tool_use' as const,
          id,
          name: tool,
          input: given,
        })),
      ],
    },
  ]
}
