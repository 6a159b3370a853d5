import type { Requirement } from '../requirements.ts'

export const telemetry = {
  'telemetry.metrics': {
    source: 'product',
    says: 'Where a port is set, GET /metrics of a listener of its own shows requests, tool calls, upstream times, queues, refreshes, deliveries, connections and the process as Prometheus reads them, with nothing of users or arguments',
  },
  'telemetry.metrics.bounded': {
    source: 'product',
    says: 'A label of a figure has at most 200 values; what comes after is counted together',
  },
  'telemetry.metrics.outage': {
    source: 'product',
    says: 'GET /metrics is answered within a second whatever the database does; what could not be read keeps its last value, and a figure shows how old it is',
  },
  'telemetry.metrics.platform': {
    source: 'product',
    says: 'The figures show the version, whether the node is ready, unknown migrations, when each schedule last succeeded, how late polls are, the room on the disk of the data folder, and when added certificates expire',
  },
  'telemetry.access-log': {
    source: 'product',
    says: 'At `info` a request is one line with method, operation, status, time, project and key, without texts of its address; health checks are none, and a setting takes a share of the others',
  },
  'telemetry.outages': {
    source: 'product',
    says: 'An outage of the database is one line when it begins, one a minute, and one when it is over with the number of requests that failed',
  },
  'telemetry.traces': {
    source: 'product',
    says: 'With an OpenTelemetry SDK registered, one trace leads from the agent tool by the client, the service and the execution to the call of the third party',
  },
  'telemetry.traces.jobs': {
    source: 'product',
    says: 'Every background job is a span of the messaging conventions; that of a poll, or of what registers a trigger, has its request as a child, and says of what kind a failure is',
  },
  'telemetry.traces.deliveries': {
    source: 'product',
    says: 'A delivery goes on with the trace in which its event happened (the poll, the request that was pushed, the tool call), at every try, and tells the receiver its own `traceparent`',
  },
  'telemetry.traces.private': {
    source: 'product',
    says: 'No span holds a secret, an argument or a user id',
  },
  'telemetry.traces.off': {
    source: 'product',
    says: 'Without an SDK nothing of OpenTelemetry is loaded, and traces that come along go on as they are',
  },
  'telemetry.traces.export': {
    source: 'product',
    says: 'With OTEL_EXPORTER_OTLP_ENDPOINT set, plugboard start sends its spans there, and says which packages are missing',
  },
} satisfies Record<string, Requirement>
