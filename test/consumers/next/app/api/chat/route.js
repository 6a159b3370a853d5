import { createOpenAI } from '@ai-sdk/openai'
import { convertToModelMessages, isStepCount, streamText } from 'ai'
import { Plugboard } from 'plugboard'
import { aiToolApproval, aiTools } from 'plugboard/ai'

// `next build` loads this module too, without a key in its environment.
const plugboard = new Plugboard()

export const POST = async (request) => {
  const { messages } = await request.json()
  const session = await plugboard.useSession(process.env.SESSION_ID)
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
