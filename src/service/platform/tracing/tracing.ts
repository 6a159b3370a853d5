import type { TraceContext } from '../trace-context.ts'

export type SpanAttributes = Record<string, string | number | boolean | undefined>

/**
 * What is being done, as the trace shows it. Never say who does it, with what arguments or with
 * which secret.
 */
export type SpanSettings = {
  kind: 'server' | 'client' | 'internal' | 'consumer'
  parent: TraceContext | undefined
  attributes?: SpanAttributes
}

export type OpenSpan = {
  /** What is known only later. */
  set(attributes: SpanAttributes): void
  rename(name: string): void
  /**
   * It went wrong, in a way of this kind (`error.type`), of which the first counts. What is thrown
   * counts as that by itself.
   */
  fail(kind: string): void
}

export type Tracing = {
  /** No spans are collected. */
  readonly isOff: boolean
  /** Runs work in a span. The work gets the trace to pass on to whatever it calls. */
  span<Result>(
    name: string,
    settings: SpanSettings,
    work: (trace: TraceContext | undefined, span: OpenSpan) => Promise<Result>,
  ): Promise<Result>
}

export const noSpan: OpenSpan = { set: () => {}, rename: () => {}, fail: () => {} }

/** A trace that came along goes on as it is. */
export const noTracing: Tracing = {
  isOff: true,
  span: (_name, { parent }, work) => work(parent, noSpan),
}
