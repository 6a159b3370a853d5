import type { wrapLanguageModel } from 'ai'

type Wrap = Parameters<typeof wrapLanguageModel>[0]
type WrappedModel = ReturnType<typeof wrapLanguageModel>
/** A middleware of the AI SDK, which `ai` does not export by name. */
export type Middleware = Extract<Wrap['middleware'], { specificationVersion?: unknown }>
export type CallOptions = Parameters<WrappedModel['doGenerate']>[0]
export type GenerateResult = Awaited<ReturnType<WrappedModel['doGenerate']>>
type StreamResult = Awaited<ReturnType<WrappedModel['doStream']>>
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never
