import { createOpenAI } from '@ai-sdk/openai'
import { convertToModelMessages, isStepCount, streamText } from 'ai'
import { Plugboard } from 'plugboard'
import { aiToolApproval, aiTools } from 'plugboard/ai'

export const POST = async (request) => {
  const { messages } = await request.json()
  // In the handler, because the environment of the build has no key.
  const session = await new Plugboard().useSession(process.env.SESSION_ID)
  const tools = await aiTools(session, { tools: ['TRACKER_CREATE_ISSUE'] })
  const openai = createOpenAI({ apiKey: 'sk-test', baseURL: process.env.MODEL_URL })
  const result = streamText({
    model: openai('scripted'),
    tools,
    toolApproval: aiToolApproval(tools),
    experimental_toolApprovalSecret: process.env.APPROVAL_SECRET,
    messages: await convertToModelMessages(messages),
    stopWhen: isStepCount(5),
    providerOptions: { openai: { store: false } },
  })
  return result.toUIMessageStreamResponse()
}
