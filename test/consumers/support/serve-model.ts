import { serve } from '../../client/serve.ts'
import { readConversation, type Conversation } from '../../adapters/read-conversation.ts'
import { serveOpenai, type Turn } from '../../adapters/serve-openai.ts'

export const taskFor = (title: string): string => `Open an issue called "${title}"`
export const answerFor = (title: string): string => `Opened "${title}"`

/** Opens the issue that the user wants, then says which title the tracker gave it. */
const nextTurn = ({ said, results }: Conversation): Turn => {
  const result = results.at(-1)
  if (result) return { text: answerFor(readTitle(result.text, /\\?"title\\?":\s*\\?"([^"\\]*)/)) }
  const title = readTitle(said.at(-1) ?? '', /called "([^"]*)"/)
  return { calls: [{ name: 'TRACKER_CREATE_ISSUE', arguments: JSON.stringify({ title }) }] }
}

const readTitle = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? text

/**
 * A model on loopback that speaks the protocols of its providers and that of the AI Gateway.
 *
 * @param turns How many requests it answers at most.
 */
export const serveModel = async (turns: number) => {
  const openai = await serveOpenai(...Array.from({ length: turns }, () => nextTurn))
  const gateway = await serve((app) => {
    app.post('/language-model', async (context) => {
      const { prompt } = (await context.req.json()) as { prompt: GatewayMessage[] }
      return context.json(
        toGatewayAnswer(nextTurn(readConversation({ messages: toMessages(prompt) }))),
      )
    })
  })
  return {
    modelUrl: openai.url,
    gatewayUrl: gateway.url,
    close: async () => {
      await openai[Symbol.asyncDispose]()
      await gateway[Symbol.asyncDispose]()
    },
  }
}

type GatewayMessage = {
  role: string
  content: string | { type: string; text?: string; toolCallId?: string; output?: unknown }[]
}

/** Messages of the AI SDK as Chat Completions has them, as far as they are read here. */
const toMessages = (prompt: GatewayMessage[]) =>
  prompt.map(({ role, content }) => ({
    role,
    content:
      role === 'tool' && Array.isArray(content)
        ? JSON.stringify(content.map(({ output }) => output))
        : content,
  }))

const toGatewayAnswer = (turn: Turn) => ({
  content:
    'calls' in turn
      ? turn.calls.map(({ name, arguments: input }) => ({
          type: 'tool-call',
          toolCallId: crypto.randomUUID(),
          toolName: name,
          input,
        }))
      : [{ type: 'text', text: turn.text }],
  finishReason: 'calls' in turn ? { unified: 'tool-calls' } : { unified: 'stop' },
  usage: {
    inputTokens: { total: 1 },
    outputTokens: { total: 1 },
  },
  warnings: [],
})
