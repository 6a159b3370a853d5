import type { Attributes, Context, Span } from '@opentelemetry/api'

type Api = typeof import('@opentelemetry/api')

export type SpanSettings = { kind: 'CLIENT' | 'INTERNAL'; attributes: Attributes }

/** The span that work runs in; without one, things to call that do nothing. */
export type OpenSpan = {
  set(attributes: Attributes): void
  /** It went wrong, in a way of this kind (`error.type`). */
  fail(kind: string): void
  /** Headers that tell a server the trace (W3C Trace Context). */
  headers: Record<string, string>
  /**
   * Runs a request of ours, which has the headers: instrumented `fetch` would add a second span and
   * a second pair of them.
   */
  untraced<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Where OpenTelemetry's API of major 1, in whatever copy, keeps what was registered with it. */
const registryKey: unique symbol = Symbol.for('opentelemetry.js.api.1') as never

/**
 * Does work in a span where this process has registered an OpenTelemetry SDK; else OpenTelemetry is
 * not even loaded.
 */
export const inSpan = async <Result>(
  name: string,
  settings: SpanSettings,
  work: (span: OpenSpan) => Promise<Result>,
): Promise<Result> => {
  const registered = (globalThis as { [registryKey]?: { trace?: unknown } })[registryKey]
  if (registered?.trace === undefined) return work(noSpan)
  const api = await import('@opentelemetry/api')
  const span = api.trace
    .getTracer('plugboard')
    .startSpan(name, { kind: api.SpanKind[settings.kind], attributes: settings.attributes })
  const context = api.trace.setSpan(api.context.active(), span)
  const open = toOpenSpan(api, span, context)
  try {
    return await api.context.with(context, () => work(open))
  } catch (error) {
    open.fail(error instanceof Error ? error.name : typeof error)
    throw error
  } finally {
    span.end()
  }
}

const noSpan: OpenSpan = { set: () => {}, fail: () => {}, headers: {}, untraced: (work) => work() }

const toOpenSpan = (api: Api, span: Span, context: Context): OpenSpan => ({
  set: (attributes) => void span.setAttributes(attributes),
  fail: (kind) =>
    void span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute('error.type', kind),
  headers: toHeaders(api, span),
  untraced: (work) => api.context.with(context.setValue(suppressed(api), true), work),
})

/**
 * The SDKs and their instrumentations look at this value of the context; keys of the same name are
 * the same.
 */
const suppressed = (api: Api): symbol =>
  api.createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

const toHeaders = (api: Api, span: Span): Record<string, string> => {
  const spanContext = span.spanContext()
  if (!api.isSpanContextValid(spanContext)) return {}
  const tracestate = spanContext.traceState?.serialize()
  return {
    traceparent: `00-${spanContext.traceId}-${spanContext.spanId}-${spanContext.traceFlags.toString(16).padStart(2, '0')}`,
    ...(tracestate && { tracestate }),
  }
}
