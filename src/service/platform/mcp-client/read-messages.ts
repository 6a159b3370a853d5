import { createParser } from 'eventsource-parser'
import type { OutboundResponse } from '../outbound/index.ts'
import { decodeText, UntrustedTextError, type TextParser } from '../untrusted-text/index.ts'
import { McpFailure } from './mcp-failure.ts'

/**
 * Repairs a result before the client validates it, since the client rejects the whole result when
 * one part violates the protocol.
 */
export type Screen = (result: unknown) => unknown

type Asked = { id: unknown; method: unknown; screen?: Screen | undefined }

/**
 * The messages of a response. One of them must answer the request with this id, otherwise the
 * client would wait until its timeout.
 */
export const readMessages = async (
  texts: TextParser,
  { body, headers }: OutboundResponse,
  { id, method, screen = (result) => result }: Asked,
): Promise<unknown[]> => {
  const isStream = /^\s*text\/event-stream\b/i.test(headers['content-type'] ?? '')
  // The limits apply to all events together.
  const content = isStream ? Buffer.from(`[${eventData(decodeText(body)).join(',')}]`) : body
  const messages = [await parse(texts, content, method)].flat()
  if (messages.some((message) => isAnswerTo(message, id)))
    return messages.map((message) =>
      isAnswerTo(message, id) && 'result' in message
        ? { ...message, result: screen(message.result) }
        : message,
    )
  throw new McpFailure('unreadable', 'The MCP server did not answer the request')
}

/** The data of each event of a complete stream, whose final blank line may be missing. */
const eventData = (text: string): string[] => {
  const data: string[] = []
  const parser = createParser({ onEvent: (event) => data.push(event.data) })
  parser.feed(`${text}\n\n`)
  return data.filter((part) => part !== '')
}

/** In other results, such as the schemas of tools, a text in the place of a number is wrong. */
const parse = async (texts: TextParser, body: Uint8Array, method: unknown): Promise<unknown> => {
  try {
    return await texts.parseAnswer(
      body,
      undefined,
      method === 'tools/call' ? { keepsIntegers: true } : {},
    )
  } catch (cause) {
    if (!(cause instanceof UntrustedTextError)) throw cause
    if (cause.kind === 'syntax')
      throw new McpFailure('unreadable', "The MCP server's answer is not JSON", { cause })
    throw new McpFailure('unreadable', `The MCP server's answer ${cause.message}`, {
      cause,
      unparsed: { body, reason: cause },
    })
  }
}

const isAnswerTo = (message: unknown, id: unknown): message is object =>
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  message.id === id &&
  ('result' in message || 'error' in message)
