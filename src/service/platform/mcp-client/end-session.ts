import type { McpSession } from './mcp-session.ts'
import type { McpSend } from './to-fetch.ts'

const timeoutMs = 2_000
const maximumBytes = 64 * 1024

/** Ends a session at the server; failures are ignored, since servers expire sessions. */
export const endSession = async (
  send: McpSend,
  { url, headers }: { url: string; headers: Record<string, string> },
  { handshake }: McpSession,
): Promise<void> => {
  if (handshake?.sessionId === undefined) return
  const version = protocolVersionOf(handshake.result)
  await send({
    url,
    method: 'DELETE',
    headers: {
      ...headers,
      'mcp-session-id': handshake.sessionId,
      ...(version !== undefined && { 'mcp-protocol-version': version }),
    },
    sensitiveHeaders: Object.keys(headers),
    hasCredentialInUrl: new URL(url).search !== '',
    maxRedirects: 0,
    timeoutMs,
    maxResponseBytes: maximumBytes,
  }).catch(() => {})
}

const protocolVersionOf = (result: unknown): string | undefined =>
  typeof result === 'object' &&
  result !== null &&
  'protocolVersion' in result &&
  typeof result.protocolVersion === 'string'
    ? result.protocolVersion
    : undefined
