import type { Hono } from 'hono'
import { toErrorResponse, type Environment } from '../../endpoint/index.ts'
import type { DescribeError } from './engine/guarded.ts'
import { loadEngine } from './load-engine.ts'
import { mountEndpoint, type EndpointParts } from './mount-endpoint.ts'
import { serverEndpoint } from './server-endpoint.ts'
import { sessionEndpoint } from './session-endpoint.ts'

type Parts = Omit<EndpointParts, 'engine'> & { closing: AbortSignal } & Omit<
    Parameters<typeof sessionEndpoint>[0],
    'serveTools'
  > &
  Omit<Parameters<typeof serverEndpoint>[0], 'serveTools'>

/** Mounts the MCP endpoints of sessions and configured servers. */
export const mountMcp = (app: Hono<Environment>, parts: Parts): void => {
  const { engine, serveTools } = loadEngine({
    describeError: describeError(parts),
    closing: parts.closing,
    onError: (error) => parts.log.debug({ err: error }, 'mcp message refused'),
  })
  for (const endpoint of [
    sessionEndpoint({ ...parts, serveTools }),
    serverEndpoint({ ...parts, serveTools }),
  ])
    mountEndpoint(app, endpoint, { ...parts, engine })
}

/** The error message of the REST API; errors of the service are also reported to the operator. */
const describeError =
  ({ onError }: Parts): DescribeError =>
  (thrown, requestId) => {
    const { status, body } = toErrorResponse(thrown, requestId)
    if (status >= 500) onError(thrown, { requestId, operation: 'mcp' })
    return { message: `${body.error.message} (request ${requestId})`, isCallers: status < 500 }
  }
