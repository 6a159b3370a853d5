import { readJson, request } from './send.ts'
import { noticeEnd, withCsrf } from './session.ts'

/** A message of a conversation, in the form of the AI SDK. */
export type ChatMessage = { role: string; content: unknown }

export type ChatTool = { slug: string; description: string; input_schema: Record<string, unknown> }

export type ChatCall = { id: string; name: string; slug: string; arguments: unknown }

export type ChatStep = {
  text: string
  calls: ChatCall[]
  /** To be appended to the conversation. */
  messages: ChatMessage[]
  usage: { input_tokens: number; output_tokens: number }
}

const ask = async (init: RequestInit): Promise<unknown> => {
  try {
    return await readJson(await request('/console/chat', init))
  } catch (error) {
    noticeEnd(error)
    throw error
  }
}

/** The model of the service, null without one; `install`: what has to be installed first. */
export const findChatModel = async (signal: AbortSignal) =>
  (await ask({ headers: withCsrf(), signal })) as { model: string | null; install: string | null }

/** Asks the model for its next step. The key is the service's: no browser gets it. */
export const askModel = async (
  messages: readonly ChatMessage[],
  tools: readonly ChatTool[],
  signal: AbortSignal,
): Promise<ChatStep> =>
  (await ask({
    method: 'POST',
    headers: { ...withCsrf(), 'content-type': 'application/json' },
    body: JSON.stringify({ messages, tools }),
    signal,
  })) as ChatStep
