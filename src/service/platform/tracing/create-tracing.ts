import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as traces,
  type Context,
  type Span,
} from '@opentelemetry/api'
import type { TraceContext } from '../trace-context.ts'
import type { OpenSpan, SpanSettings, Tracing } from './tracing.ts'

/**
 * Creates spans with the OpenTelemetry SDK that this process has registered.
 *
 * The context is passed explicitly with the call, like the trace of a caller, without hidden state.
 */
export const createTracing = (): Tracing => {
  const tracer = traces.getTracer('plugboard')
  return {
    isOff: false,
    span: async (name, { kind, parent, attributes }, work) => {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, toContext(parent))
      const open = toOpenSpan(span)
      try {
        return await work(toTraceContext(span, parent), open)
      } catch (error) {
        // The message may quote user input.
        open.fail(error instanceof Error ? error.name : typeof error)
        throw error
      } finally {
        span.end()
      }
    },
  }
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
} satisfies Record<SpanSettings['kind'], SpanKind>

const toContext = (parent: TraceContext | undefined): Context => {
  const [, traceId, spanId, flags] = parent?.traceparent?.split('-') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  return traces.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    // Only the sampled flag is known.
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(parent?.tracestate !== undefined && { traceState: createTraceState(parent.tracestate) }),
  })
}

const toTraceContext = (span: Span, parent: TraceContext | undefined): TraceContext | undefined => {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  if (!/[^0]/.test(traceId)) return parent
  const tracestate = traceState?.serialize()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(tracestate && { tracestate }),
    ...(parent?.baggage !== undefined && { baggage: parent.baggage }),
  }
}

const toOpenSpan = (span: Span): OpenSpan => {
  let failed = false
  return {
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail: (kind) => {
      // An error thrown afterwards is less specific.
      if (!failed) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind)
      failed = true
    },
  }
}
