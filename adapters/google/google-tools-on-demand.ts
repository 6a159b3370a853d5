import type { Content } from '@google/genai'
import { toolsOnDemand, type OnDemandOptions, type ToolLister } from '../../src/index.ts'
import { toGoogleTools, type GoogleTools, type GoogleToolsOptions } from './google-tools.ts'
import { toMentions } from './to-mentions.ts'

export type GoogleToolsOnDemandOptions = OnDemandOptions &
  Pick<GoogleToolsOptions, 'files' | 'approve' | 'ignoreUnknown' | 'conversation' | 'onResult'>

export type GoogleToolsOnDemand = {
  /** Returns the tools for the next request of a conversation. */
  toolsFor: (contents: readonly Content[]) => Promise<GoogleTools>
}

/**
 * Starts an agent of the Google GenAI client with the meta tools. Each tool that its searches find
 * can be called directly, by its name and schema, from the next request on.
 *
 * The loaded tools are derived from the contents alone, so another process can continue the
 * conversation with the same tools, and one value serves all conversations of a session. The loop
 * is yours, because the client's own keeps the tools that it began with.
 *
 * @example
 * import { GoogleGenAI, type Content } from '@google/genai'
 * import { Plugboard } from 'plugboard'
 * import { googleToolsOnDemand } from 'plugboard/google'
 *
 * const session = await new Plugboard().createSession('ada')
 * const ai = new GoogleGenAI({})
 * const contents: Content[] = [
 *   { role: 'user', parts: [{ text: 'Tell the builders that the door is broken' }] },
 * ]
 * const { toolsFor } = await googleToolsOnDemand(session)
 * for (;;) {
 *   const tools = await toolsFor(contents)
 *   const config = { tools: [tools], automaticFunctionCalling: { disable: true } }
 *   const answer = await ai.models.generateContent({ model: 'gemini-3.8-flash', contents, config })
 *   contents.push(answer.candidates![0]!.content!)
 *   if (!answer.functionCalls) break
 *   contents.push({ role: 'user', parts: await tools.callTool(answer.functionCalls) })
 * }
 */
export const googleToolsOnDemand = async (
  session: ToolLister,
  {
    files,
    approve,
    ignoreUnknown,
    conversation,
    onResult,
    ...options
  }: GoogleToolsOnDemandOptions = {},
): Promise<GoogleToolsOnDemand> => {
  const { always, found } = await toolsOnDemand(session, (tool) => tool, {
    profile: 'gemini',
    ...options,
  })
  return {
    toolsFor: async (contents) =>
      toGoogleTools([...always, ...(await found(toMentions(contents)))], {
        files,
        approve,
        ignoreUnknown,
        conversation,
        onResult,
        signal: options.signal,
      }),
  }
}
