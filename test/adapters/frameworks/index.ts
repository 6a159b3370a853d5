import { triesEveryRequest } from '../../support/thorough.ts'
import { aiSdk, aiSdkStream } from './ai-sdk.ts'
import { anthropic, anthropicStream } from './anthropic.ts'
import type { Framework } from './framework.ts'
import { google, googleStream } from './google.ts'
import { langchain, langgraph } from './langchain.ts'
import { openaiAgents } from './openai-agents.ts'
import { chatCompletions, chatCompletionsStream, responses, responsesStream } from './openai.ts'

export type { Agent, Framework } from './framework.ts'

const some: Framework[] = [
  aiSdkStream,
  langchain,
  chatCompletions,
  responsesStream,
  openaiAgents,
  anthropicStream,
  google,
]

/** Every way in which an adapter is used; at a desk each framework once, some of them streamed. */
export const frameworks: Framework[] = triesEveryRequest
  ? [aiSdk, langgraph, chatCompletionsStream, responses, anthropic, googleStream, ...some]
  : some
