import { noTracing, type Tracing } from './tracing.ts'

/** Where OpenTelemetry's API of major 1, in whatever copy, keeps what was registered with it. */
const registryKey: unique symbol = Symbol.for('opentelemetry.js.api.1') as never

/**
 * Spans where the process registered an OpenTelemetry SDK before the service was started; else
 * nothing is loaded.
 */
export const openTracing = async (): Promise<Tracing> => {
  const registered = (globalThis as { [registryKey]?: { trace?: unknown } })[registryKey]
  if (registered?.trace === undefined) return noTracing
  const { createTracing } = await import('./create-tracing.ts')
  return createTracing()
}
