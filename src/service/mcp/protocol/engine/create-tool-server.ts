import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext as RequestContext,
} from '@modelcontextprotocol/server'
import { serviceVersion } from '../../../platform/service-version.ts'
import type { ToolSource } from '../tool-source.ts'
import { elicitUrls, opensPages } from './url-elicitation.ts'
import type { ServerContext } from './exchange.ts'
import { guarded, type DescribeError } from './guarded.ts'
import { handshakeVersions } from './protocol-versions.ts'
import { traceOf } from './trace-of.ts'

type Parts = { source: ToolSource; describeError: DescribeError; progressEveryMs: number }

/** How the service names itself to clients. */
export const identity = { name: 'plugboard', title: 'Plugboard', version: serviceVersion }
const cacheHint = { ttlMs: 60_000, cacheScope: 'private' } as const
/** Clients are never asked to fill in forms, so no validator is needed. */
const noValidator = {
  getValidator: () => () => ({
    valid: false as const,
    data: undefined,
    errorMessage: 'No forms are sent',
  }),
}

/** Answers the messages of one client with the tools of a source. */
export const createToolServer = (
  { source, describeError, progressEveryMs }: Parts,
  context: ServerContext,
): Server => {
  const server = new Server(identity, {
    capabilities: { tools: context.canListen ? { listChanged: true } : {} },
    supportedProtocolVersions: handshakeVersions,
    cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
    jsonSchemaValidator: noValidator,
    inputRequired: { legacyShim: false },
    ...(source.instructions !== undefined && { instructions: source.instructions }),
  })

  const guard = <Result>(work: () => Promise<Result>): Promise<Result> =>
    guarded({ describeError, requestId: context.requestId }, work)

  const call = async (
    name: string,
    given: Record<string, unknown>,
    { mcpReq }: RequestContext,
  ): Promise<CallToolResult | InputRequiredResult> => {
    const tool = await source.find(name)
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${name.slice(0, 200)}`,
      )
    const stop = reportProgress(mcpReq, progressEveryMs)
    const client = { opensPages: opensPages(mcpReq, context) }
    const answer = await tool
      .run(given, { ...client, signal: mcpReq.signal, trace: traceOf(mcpReq._meta, context) })
      .finally(stop)
    return (client.opensPages ? elicitUrls(answer.pages, mcpReq) : undefined) ?? answer.result
  }

  server.setRequestHandler('tools/list', ({ params }) => guard(() => source.list(params?.cursor)))
  server.setRequestHandler('tools/call', ({ params }, request) =>
    guard(() => call(params.name, params.arguments ?? {}, request)),
  )
  return server
}

/**
 * Sends progress notifications to a client that requested them, so that it keeps waiting; returns a
 * function that stops them.
 */
const reportProgress = (
  { _meta, notify }: Pick<RequestContext['mcpReq'], '_meta' | 'notify'>,
  everyMs: number,
): (() => void) => {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message: 'The tool is running' },
    }).catch(() => clearInterval(timer))
  }, everyMs)
  return () => clearInterval(timer)
}
