export { openTracing } from './open-tracing.ts'
export { noTracing, type Tracing } from './tracing.ts'
