/**
 * The packages that send spans, in versions that can be installed together: their latest versions
 * require different versions of `@opentelemetry/api`.
 */
export const tracingPackages = [
  '@opentelemetry/sdk-trace-node@2.9.0',
  '@opentelemetry/exporter-trace-otlp-http@0.220.0',
  '@opentelemetry/resources@2.9.0',
].join(' ')
