import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext as RequestContext,
} from '@modelcontextprotocol/server'
import { serviceVersion } from '../../../platform/service-version.ts'
import { readTraceContext, type TraceContext } from '../../../platform/trace-context.ts'
import type { ToolSource } from '../tool-source.ts'
import { elicitUrls, opensPages } from './url-elicitation.ts'
import type { ServerContext } from './exchange.ts'
import { handshakeVersions } from './protocol-versions.ts'

/**
 * Converts a thrown error for the client. The error's message is sent only if it was written for
 * callers.
 */
export type DescribeError = (
  thrown: unknown,
  requestId: string,
) => { message: string; isCallers: boolean }

type Parts = { source: ToolSource; describeError: DescribeError; progressEveryMs: number }

const identity = { name: 'plugboard', title: 'Plugboard', version: serviceVersion }
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

  /** The library would send the message of a thrown error to the client. */
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown
      const { message, isCallers } = describeError(thrown, context.requestId)
      throw new ProtocolError(
        isCallers ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
        message,
        { request_id: context.requestId },
      )
    }
  }

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
      .run(given, { ...client, signal: mcpReq.signal, trace: traceOf(mcpReq, context) })
      .finally(stop)
    return (client.opensPages ? elicitUrls(answer.pages, mcpReq) : undefined) ?? answer.result
  }

  server.setRequestHandler('tools/list', ({ params }) => guarded(() => source.list(params?.cursor)))
  server.setRequestHandler('tools/call', ({ params }, request) =>
    guarded(() => call(params.name, params.arguments ?? {}, request)),
  )
  return server
}

/** The trace context of the message, otherwise that of its HTTP request. */
const traceOf = (
  { _meta }: RequestContext['mcpReq'],
  { readTrace }: ServerContext,
): TraceContext | undefined => {
  const declared = readTraceContext((field) => _meta?.[field])
  if (declared?.traceparent !== undefined) return declared
  return declared ? { ...readTrace(), ...declared } : readTrace()
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
