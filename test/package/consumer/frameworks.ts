import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import type { CallableTool } from '@google/genai'
import type { StructuredToolInterface } from '@langchain/core/tools'
import type { ToolSet } from 'ai'
import type OpenAI from 'openai'
import type { Session } from 'plugboard'
export type * from 'plugboard/evals'
import { aiTools } from 'plugboard/ai'
import { anthropicTools } from 'plugboard/anthropic'
import { googleTools } from 'plugboard/google'
import { langchainTools } from 'plugboard/langchain'
import { openaiTools } from 'plugboard/openai'

export const forAi = (session: Session): Promise<ToolSet> => aiTools(session)

export const forAnthropic = (session: Session): Promise<BetaRunnableTool[]> =>
  anthropicTools(session)

export const forGoogle = (session: Session): Promise<CallableTool> => googleTools(session)

export const forLangchain = (session: Session): Promise<StructuredToolInterface[]> =>
  langchainTools(session, { search: 'create an issue' })

export const forOpenai = async (session: Session): Promise<OpenAI.ChatCompletionTool[]> =>
  (await openaiTools(session)).chat

// @ts-expect-error A session is no name: this fails where the types do not arrive.
export const wrong = (): Promise<ToolSet> => aiTools('ada')
