export { measureOverdue } from './measure-overdue.ts'
export { noMetrics, type Metrics } from './metrics.ts'
export { openMetrics, type MetricsAddress } from './open-metrics.ts'
