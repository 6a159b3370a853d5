import type { OutboundResponse } from '../outbound/index.ts'
import { eventData } from './event-data.ts'
import { McpFailure } from './mcp-failure.ts'
import { nestingOf } from './nesting.ts'

const deepestNesting = 200

/** Looks at a result before the client does, which refuses all of it where one part is not as the protocol says. */
export type Screen = (result: unknown) => unknown

/** The messages of an answer, of which one must answer the request with this id: a client would wait for it until its time is over. */
export const readMessages = ({ body, headers }: OutboundResponse, id: unknown, screen: Screen = (result) => result): unknown[] => {
  const text = Buffer.from(body).toString('utf8')
  const messages = /^\s*text\/event-stream\b/i.test(headers['content-type'] ?? '') ? eventData(text).map(parse) : [parse(text)].flat()
  if (messages.some((message) => isAnswerTo(message, id))) return messages.map((message) => (isAnswerTo(message, id) && 'result' in message ? { ...message, result: screen(message.result) } : message))
  throw new McpFailure('unreadable', 'The MCP server answered, but not to what it was asked')
}

const parse = (text: string): unknown => {
  if (nestingOf(text) > deepestNesting) throw new McpFailure('unreadable', `The MCP server's answer is nested deeper than ${deepestNesting} levels`)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new McpFailure('unreadable', 'What the MCP server answered is no JSON', { cause })
  }
}

const isAnswerTo = (message: unknown, id: unknown): message is object =>
  typeof message === 'object' && message !== null && 'id' in message && message.id === id && ('result' in message || 'error' in message)
