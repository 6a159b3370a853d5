import { DurableAgent } from '@workflow/ai/agent'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { getStepMetadata, getWritable } from 'workflow'
import { z } from 'zod'
import { Plugboard } from '../../../../src/index.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

type Chunk =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never

/** A model that calls the tool, and then says that it is done. */
const createModel = async () => {
  'use step'
  return new MockLanguageModelV3({
    doStream: async ({ prompt }) => ({
      stream: simulateReadableStream<Chunk>({
        chunks: prompt.some(({ role }) => role === 'tool')
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: 'Done.' },
              { type: 'text-end', id: '1' },
              { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
            ]
          : [
              {
                type: 'tool-call',
                toolCallId: 'call_0',
                toolName: 'createInvoice',
                input: '{"customer":"workflow"}',
              },
              { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
            ],
      }),
    }),
  })
}

const createInvoice = async (
  { customer }: { customer: string },
  { toolCallId }: { toolCallId: string },
) => {
  'use step'
  const session = await new Plugboard().useSession(process.env['PLUGBOARD_SESSION'] ?? '')
  const [tool] = await session.tools({ tools: ['BILLING_CREATE_INVOICE'] })
  const result = await tool?.execute(
    { customer },
    { call: { id: toolCallId, conversation: 'run 1' } },
  )
  const { attempt } = getStepMetadata()
  // The step is lost before its result is stored.
  if (attempt === 1) throw new Error('The worker was lost')
  return { attempt, data: result?.data }
}

export const order = async () => {
  'use workflow'
  const agent = new DurableAgent({
    model: createModel,
    tools: {
      createInvoice: {
        description: 'Create an invoice',
        inputSchema: z.object({ customer: z.string() }),
        execute: createInvoice,
      },
    },
  })
  const { messages } = await agent.stream({
    messages: [{ role: 'user', content: 'Bill them' }],
    writable: getWritable(),
  })
  return messages
}
