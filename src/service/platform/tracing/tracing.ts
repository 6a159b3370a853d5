import type { TraceContext } from '../trace-context.ts'

type SpanAttributes = Record<string, string | number | boolean | undefined>

/** Name and attributes of a span. Never include users, arguments or secrets. */
export type SpanSettings = {
  kind: 'server' | 'client' | 'internal' | 'consumer'
  parent: TraceContext | undefined
  attributes?: SpanAttributes
}

export type OpenSpan = {
  /** Sets attributes that are known only later. */
  set(attributes: SpanAttributes): void
  rename(name: string): void
  /**
   * Marks the span as failed with an `error.type`; the first one counts. A thrown error marks it
   * automatically.
   */
  fail(kind: string): void
}

export type Tracing = {
  /** Whether spans are disabled. */
  readonly isOff: boolean
  /** Runs work in a span. The work gets the trace context to propagate. */
  span<Result>(
    name: string,
    settings: SpanSettings,
    work: (trace: TraceContext | undefined, span: OpenSpan) => Promise<Result>,
  ): Promise<Result>
}

export const noSpan: OpenSpan = { set: () => {}, rename: () => {}, fail: () => {} }

/** Propagates an incoming trace unchanged. */
export const noTracing: Tracing = {
  isOff: true,
  span: (_name, { parent }, work) => work(parent, noSpan),
}
