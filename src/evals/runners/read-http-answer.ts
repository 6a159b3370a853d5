import { createParser } from 'eventsource-parser'
import type { ModelResponse } from '../cassettes/model-response.ts'

type Answer = Omit<ModelResponse, 'ms'>

/** How an API writes answers: as JSON, or as a stream of events. */
export type AnswerFormat = {
  /** Converts an answer that was not streamed. */
  read: (body: unknown) => Answer
  /** Collects a streamed answer; `ms` is counted from the request. */
  collect: () => { add: (event: unknown, ms: number) => void; end: () => Answer }
}

/**
 * Reads a model's answer, streamed or not, in the framework-neutral format, and returns an unread
 * copy for the client.
 */
export const readHttpAnswer = async (
  response: Response,
  started: number,
  { read, collect }: AnswerFormat,
): Promise<{ answer: Answer; live: Response }> => {
  const type = response.headers.get('content-type') ?? 'application/json'
  const copy = (text: string) =>
    new Response(text, { status: response.status, headers: { 'content-type': type } })
  if (!type.includes(eventStream)) {
    const text = await response.text()
    return { answer: read(JSON.parse(text)), live: copy(text) }
  }

  const { add, end } = collect()
  const parser = createParser({
    onEvent: ({ data }) => {
      // OpenAI's streams end with `[DONE]`.
      if (data.startsWith('{')) add(JSON.parse(data), Math.round(performance.now() - started))
    },
  })
  let text = ''
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>,
  )) {
    text += part
    parser.feed(part)
  }
  // The last event may lack its empty line.
  parser.feed('\n\n')
  return { answer: end(), live: copy(text) }
}

/** A response with a recorded answer: the events of a stream, or a body. */
export const toHttpAnswer = (written: { events: string } | { body: object }): Response =>
  'events' in written
    ? new Response(written.events, { headers: { 'content-type': eventStream } })
    : Response.json(written.body)

const eventStream = 'text/event-stream'
