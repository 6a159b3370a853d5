import type { Context, Span } from '@opentelemetry/api'

type Api = typeof import('@opentelemetry/api')

/** Declared here so that this package's type declarations need no optional package. */
type SpanAttributes = Record<string, string | number | boolean | undefined>

type SpanSettings = { kind: 'CLIENT' | 'INTERNAL'; attributes: SpanAttributes }

/** The active span; without an SDK its methods do nothing. */
type OpenSpan = {
  set(attributes: SpanAttributes): void
  /** Marks the span as failed with this `error.type`. Later calls have no effect. */
  fail(kind: string): void
  /** Headers that propagate the trace to a server (W3C Trace Context). */
  headers: Record<string, string>
  /**
   * Runs a request that already has the headers. An instrumented `fetch` would add a second span
   * and a second pair of headers.
   */
  untraced<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The global registry that all copies of OpenTelemetry API 1.x share. */
const registryKey: unique symbol = Symbol.for('opentelemetry.js.api.1') as never

/**
 * Runs work in a span if this process has registered an OpenTelemetry SDK. Otherwise OpenTelemetry
 * is not loaded.
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

const toOpenSpan = (api: Api, span: Span, context: Context): OpenSpan => {
  let failed = false
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail: (kind) => {
      if (!failed)
        span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute('error.type', kind)
      failed = true
    },
    headers: toHeaders(api, span),
    untraced: (work) => api.context.with(context.setValue(suppressed(api), true), work),
  }
}

/** SDKs and instrumentations read this context value. Context keys with the same name are equal. */
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
