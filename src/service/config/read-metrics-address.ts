import { ConfigError } from './config-error.ts'
import type { MetricsAddress } from '../platform/metrics/index.ts'

type Variables = {
  PLUGBOARD_HOST: string
  PLUGBOARD_PORT: number
  PLUGBOARD_METRICS_HOST: string
  PLUGBOARD_METRICS_PORT?: number | undefined
}

const everyAddress = new Set(['0.0.0.0', '::'])

/** Where metrics are served, if anywhere: not where the service itself listens. */
export const readMetricsAddress = (variables: Variables): { metrics?: MetricsAddress } => {
  const { PLUGBOARD_METRICS_HOST: host, PLUGBOARD_METRICS_PORT: port } = variables
  if (port === undefined) return {}
  const isShared =
    host === variables.PLUGBOARD_HOST ||
    [host, variables.PLUGBOARD_HOST].some((each) => everyAddress.has(each))
  if (port !== 0 && port === variables.PLUGBOARD_PORT && isShared)
    throw new ConfigError(
      `PLUGBOARD_METRICS_PORT and PLUGBOARD_PORT are both ${port}: choose another port for metrics, such as 9464`,
    )
  return { metrics: { host, port } }
}
