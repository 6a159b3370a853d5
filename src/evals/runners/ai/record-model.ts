import type { Drive } from '../run-case.ts'
import type { Middleware, StreamPart } from './model-types.ts'
import { readPrompt } from './read-prompt.ts'
import { collectStream, readResult } from './read-result.ts'
import { toResult, toStreamParts } from './to-result.ts'

/** A middleware that replays recorded answers of a model and records new ones. */
export const recordModel = (ask: Drive['ask']): Middleware => ({
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate, params, model }) => {
    const { answer, live } = await ask(readPrompt(model.modelId, params), async () => {
      const result = await doGenerate()
      return { answer: readResult(result), live: result }
    })
    return live ?? toResult(answer)
  },
  wrapStream: async ({ doStream, params, model }) => {
    const { answer, live } = await ask(readPrompt(model.modelId, params), async () => {
      const started = performance.now()
      const { stream } = await doStream()
      return collectStream(stream, started)
    })
    return { stream: streamOf(live ?? toStreamParts(answer)) }
  },
})

const streamOf = (parts: StreamPart[]): ReadableStream<StreamPart> =>
  new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
