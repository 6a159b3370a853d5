import { triesEveryRequest } from '../../support/thorough.ts'
import { aiSdk, aiSdkStream } from './ai-sdk.ts'
import type { Framework } from './framework.ts'
import { langchain, langgraph } from './langchain.ts'
import { openaiAgents } from './openai-agents.ts'
import { chatCompletions, chatCompletionsStream, responses, responsesStream } from './openai.ts'

export type { Agent, Framework } from './framework.ts'

const some: Framework[] = [aiSdkStream, langchain, chatCompletions, responsesStream, openaiAgents]

/** Every way in which an adapter is used; at a desk each framework once, some of them streamed. */
export const frameworks: Framework[] = triesEveryRequest
  ? [aiSdk, langgraph, chatCompletionsStream, responses, ...some]
  : some
