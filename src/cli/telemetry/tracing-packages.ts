/**
 * What sends spans, in versions that install beside each other: the newest of each need another
 * `@opentelemetry/api`.
 */
export const tracingPackages = [
  '@opentelemetry/sdk-trace-node@2.9.0',
  '@opentelemetry/exporter-trace-otlp-http@0.220.0',
  '@opentelemetry/resources@2.9.0',
].join(' ')
