import { context, trace as traces } from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node'
import { afterEach, beforeEach } from 'vitest'

/**
 * The spans that ended, as an OpenTelemetry SDK got them which each test of the file has registered
 * from its beginning.
 */
export const collectSpans = () => {
  const exporter = new InMemorySpanExporter()
  beforeEach(() => {
    // What a service of the test before did while it was closed came after that test.
    exporter.reset()
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
  })
  afterEach(() => {
    traces.disable()
    context.disable()
  })
  const all = () => exporter.getFinishedSpans()
  return {
    all,
    named: (name: string): ReadableSpan | undefined => all().find((span) => span.name === name),
    childrenOf: (parent: ReadableSpan | undefined): ReadableSpan[] =>
      all().filter((span) => parent !== undefined && parentOf(span) === idOf(parent)),
    parentOf: (child: ReadableSpan | undefined): ReadableSpan | undefined =>
      all().find((span) => child !== undefined && idOf(span) === parentOf(child)),
    /** Everything that they say, to look for what they must not. */
    told: (): string =>
      JSON.stringify(
        all().map(({ name, attributes, events, status, links }) => ({
          name,
          attributes,
          events,
          status,
          links: links.map((link) => link.attributes),
        })),
      ),
    forget: () => exporter.reset(),
  }
}

export const idOf = (span: ReadableSpan | undefined): string | undefined =>
  span?.spanContext().spanId
export const parentOf = (span: ReadableSpan | undefined): string | undefined =>
  span?.parentSpanContext?.spanId
export const traceparentOf = (span: ReadableSpan | undefined): string =>
  `00-${span?.spanContext().traceId}-${idOf(span)}-01`
