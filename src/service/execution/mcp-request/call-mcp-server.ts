import type { ChosenAccount, Credential } from '../../accounts/index.ts'
import type { McpRequestTemplate } from '../../catalog/index.ts'
import { McpFailure, type WithMcpServer } from '../../platform/mcp-client/index.ts'
import type { Redactor } from '../../platform/redaction/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { movedHostAdvice, movedHostProblem } from '../account-servers.ts'
import { findNext, type ToolPage } from '../answers/index.ts'
import type { PageRequest } from '../call-http-api.ts'
import type { ToolCall } from '../execute-tool.ts'
import { storeFile } from '../store-file.ts'
import { toLargeResponse } from '../read-response.ts'
import { authorizeCall, type AuthorizedCall } from '../send-authorized.ts'
import type { SendingParts } from '../sending-parts.ts'
import { ToolFailure } from '../tool-failure.ts'
import type { OpenedServer } from './open-server.ts'
import { readResult } from './read-result.ts'
import { sessionKey } from './session-key.ts'
import { quote } from '../../platform/quote.ts'

export type McpCallParts = {
  withMcpServer: WithMcpServer
  /** Schedules a new listing of the toolkit's tools. */
  refreshToolkit: (project: Project, toolkit: string) => Promise<void>
}

type Authority = {
  authorized: AuthorizedCall
  account: ChosenAccount | undefined
  credential: Credential | undefined
  server: OpenedServer | undefined
}

const invalidParams = -32602
const methodNotFound = -32601
const headerMismatch = -32020

/**
 * Runs a tool of an MCP server. Every request of it, the handshake included, uses the account and
 * shares one time limit and one size limit.
 */
export const callMcpServer = async (
  parts: SendingParts & McpCallParts,
  call: ToolCall,
  template: McpRequestTemplate,
  authority: Authority,
  { asked, timeoutMs }: PageRequest,
): Promise<ToolPage> => {
  const { definition } = call.toolkit
  let isStale = false
  const refresh = async (): Promise<void> => {
    // A failed refresh must not lose this call's result; the next call requests it again.
    if (isStale) await parts.refreshToolkit(call.project, definition.slug).catch(() => {})
  }
  try {
    const server = chooseServer(call, authority)
    const result = await parts.withMcpServer(
      {
        ...server,
        send: authority.authorized.send,
        keep: {
          key: sessionKey(call, { ...authority, server }),
          send: authorizeCall(parts, {
            project: call.project,
            egress: { purpose: 'mcp', toolkit: definition.slug },
            credential: authority.credential,
          }).send,
        },
        signal: call.signal,
        timeoutMs,
        maximumBytes: parts.maximumResponseBytes,
        onToolsChanged: () => {
          isStale = true
        },
      },
      ({ client, options }) =>
        client.callTool(
          {
            name: template.tool,
            arguments: call.arguments,
            ...(call.trace && { _meta: call.trace }),
          },
          // The schema declares which arguments the newer protocol repeats in headers.
          {
            ...options,
            toolDefinition: {
              name: template.tool,
              inputSchema: { ...call.tool.definition.inputParameters, type: 'object' },
            },
          },
        ),
    )
    const outcome = await readResult(parts, call, result, authority.authorized.redactor())
    const json = result.structuredContent
    const page = { json, headers: {}, arguments: asked }
    return {
      ...outcome,
      json,
      bytes: call.all ? (JSON.stringify(json)?.length ?? 0) : 0,
      ...(outcome.error === null && { next: findNext([], call.tool.definition, page) }),
    }
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error
    if (error.unparsed)
      return await keepUnparsed(parts, call, error.unparsed, authority.authorized.redactor())
    // Most likely the server has removed the tool, or changed its arguments or headers.
    isStale ||=
      error.code === invalidParams || error.code === methodNotFound || error.code === headerMismatch
    throw toFailure(error, definition.name)
  } finally {
    await refresh()
  }
}

const keepUnparsed = async (
  parts: SendingParts,
  { project, userId }: ToolCall,
  { body, reason }: NonNullable<McpFailure['unparsed']>,
  redactor: Redactor,
) => {
  const { file, summary } = toLargeResponse(body, reason)
  return {
    data: { file: await storeFile(parts, { project, userId }, file, redactor), ...summary },
    error: null,
    bytes: 0,
  }
}

const chooseServer = (
  { toolkit: { definition }, tool, custom }: ToolCall,
  { credential, server }: Authority,
): Pick<OpenedServer, 'url' | 'headers'> => {
  if (!server)
    throw new ToolFailure(
      `The address of ${quote(definition.name)} cannot be read. Import the toolkit "${definition.slug}" again.`,
      { toolkit: definition.slug },
    )
  const url = custom?.baseUrl ?? server.url
  const moved = credential && movedHostProblem(definition, credential, url)
  if (moved !== undefined)
    throw new ToolFailure(
      `${tool.definition.slug} cannot be called with this account: ${moved}. ${movedHostAdvice}.`,
    )
  return { url, headers: new URL(url).origin === new URL(server.url).origin ? server.headers : {} }
}

const toFailure = ({ message, status, code, details }: McpFailure, name: string): ToolFailure =>
  new ToolFailure(`${quote(name)} did not carry out the call: ${message}`, {
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(details !== undefined && { details }),
  })
