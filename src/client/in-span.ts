import type {
  Context,
  ContextManager,
  Span,
  SpanKind,
  SpanStatusCode,
  TracerProvider,
} from '@opentelemetry/api'

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

/**
 * What an SDK registers for all copies of OpenTelemetry API 1.x of a process. It is read here
 * without that package: a bundler would fail where the optional package is not installed.
 */
type Registry = { trace?: TracerProvider; context?: ContextManager }

const registryKey: unique symbol = Symbol.for('opentelemetry.js.api.1') as never

const readRegistry = (): Registry => (globalThis as { [registryKey]?: Registry })[registryKey] ?? {}

// Numbers and keys of OpenTelemetry API 1.x. Context keys with the same name are equal.
const spanKinds: Record<SpanSettings['kind'], SpanKind> = { INTERNAL: 0, CLIENT: 2 }
const failed: SpanStatusCode = 2
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN')
const suppressTracingKey = Symbol.for('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

/** Runs work in a span if this process has registered an OpenTelemetry SDK. */
export const inSpan = async <Result>(
  name: string,
  settings: SpanSettings,
  work: (span: OpenSpan) => Promise<Result>,
): Promise<Result> => {
  const { trace, context: contexts } = readRegistry()
  if (trace === undefined) return work(noSpan)
  const span = trace
    .getTracer('plugboard')
    .startSpan(name, { kind: spanKinds[settings.kind], attributes: settings.attributes })
  const context = contexts?.active().setValue(spanKey, span)
  const open = toOpenSpan(span, contexts, context)
  try {
    return await runWith(contexts, context, () => work(open))
  } catch (error) {
    open.fail(error instanceof Error ? error.name : typeof error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs work with this context; an SDK without a context manager has none. */
const runWith = <Result>(
  contexts: ContextManager | undefined,
  context: Context | undefined,
  work: () => Promise<Result>,
): Promise<Result> => (contexts && context ? contexts.with(context, work) : work())

const noSpan: OpenSpan = { set: () => {}, fail: () => {}, headers: {}, untraced: (work) => work() }

const toOpenSpan = (
  span: Span,
  contexts: ContextManager | undefined,
  context: Context | undefined,
): OpenSpan => {
  let hasFailed = false
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail: (kind) => {
      if (!hasFailed) span.setStatus({ code: failed }).setAttribute('error.type', kind)
      hasFailed = true
    },
    headers: toHeaders(span),
    // SDKs and instrumentations read this context value.
    untraced: (work) => runWith(contexts, context?.setValue(suppressTracingKey, true), work),
  }
}

const toHeaders = (span: Span): Record<string, string> => {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  if (!isId(traceId, 32) || !isId(spanId, 16)) return {}
  const tracestate = traceState?.serialize()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(tracestate && { tracestate }),
  }
}

/** Only zeros are the id of a span that is not recorded. */
const isId = (id: string, digits: number): boolean =>
  id.length === digits && /^[0-9a-f]+$/.test(id) && !/^0+$/.test(id)
