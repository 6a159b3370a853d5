import { CliError } from '../cli-error.ts'
import { tracingPackages } from './tracing-packages.ts'

/** Collects spans until `stop`, which sends the remaining ones. */
type RunningTracing = { stop(): Promise<void> }

/**
 * Registers an OpenTelemetry SDK that sends spans to OTEL_EXPORTER_OTLP_ENDPOINT. If it is not set,
 * nothing is loaded.
 *
 * The SDK reads the other OTEL_… variables (headers, timeouts, sampler, service name) itself.
 */
export const startTracing = async (
  environment: Record<string, string | undefined>,
): Promise<RunningTracing | undefined> => {
  if (
    !environment['OTEL_EXPORTER_OTLP_ENDPOINT'] &&
    !environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  )
    return undefined
  const [
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await importSdk()
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'plugboard' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  // The service propagates its traces itself.
  provider.register({ contextManager: null, propagator: null })
  return { stop: () => provider.shutdown() }
}

const importSdk = async () => {
  try {
    return await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  } catch (cause) {
    throw new CliError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that send spans are not installed',
      {
        suggestedFix: `npm install ${tracingPackages}, or unset the variable`,
        cause,
      },
    )
  }
}
