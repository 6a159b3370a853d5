import type { wrapLanguageModel } from 'ai'
import type { Drive } from '../run-case.ts'
import { readPrompt } from './read-prompt.ts'
import { collectStream, readResult } from './read-result.ts'
import { toResult, toStreamParts } from './to-result.ts'

type Wrap = Parameters<typeof wrapLanguageModel>[0]
type WrappedModel = ReturnType<typeof wrapLanguageModel>
type Middleware = Extract<Wrap['middleware'], { specificationVersion?: unknown }>
export type CallOptions = Parameters<WrappedModel['doGenerate']>[0]
export type GenerateResult = Awaited<ReturnType<WrappedModel['doGenerate']>>
type StreamResult = Awaited<ReturnType<WrappedModel['doStream']>>
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never

/** Replays what was recorded of a model, and records what it answers now. */
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
