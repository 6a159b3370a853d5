import { noTracing, type Tracing } from './tracing.ts'

/**
 * The global under which every copy of OpenTelemetry's API, major version 1, keeps its
 * registrations.
 */
const registryKey: unique symbol = Symbol.for('opentelemetry.js.api.1') as never

/**
 * Enables spans if the process registered an OpenTelemetry SDK before the service was started;
 * otherwise nothing is loaded.
 */
export const openTracing = async (): Promise<Tracing> => {
  const registered = (globalThis as { [registryKey]?: { trace?: unknown } })[registryKey]
  if (registered?.trace === undefined) return noTracing
  const { createTracing } = await import('./create-tracing.ts')
  return createTracing()
}
