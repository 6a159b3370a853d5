export { openTracing } from './open-tracing.ts'
export { noSpan, noTracing, type OpenSpan, type Tracing } from './tracing.ts'
