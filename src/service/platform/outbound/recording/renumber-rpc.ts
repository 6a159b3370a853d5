import { isStreamed, type OutboundBody } from '../outbound-body.ts'

type RpcId = string | number

/**
 * The id of a JSON-RPC request, such as one of the Model Context Protocol, which carries no
 * meaning.
 */
export const readRpcId = (body: OutboundBody | undefined): RpcId | undefined => {
  if (isStreamed(body)) return undefined
  const { id } = readRpc(String(typeof body === 'string' ? body : Buffer.from(body ?? ''))) ?? {}
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** Replaces the id of each message of a body, which may be an event stream. */
export const renumberRpc = (text: string, from: RpcId, to: RpcId): string => {
  const renumber = (message: string): string => {
    const rpc = readRpc(message)
    return rpc && rpc.id === from ? JSON.stringify({ ...rpc, id: to }) : message
  }
  if (text.trimStart().startsWith('{')) return renumber(text)
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('data:') ? `data: ${renumber(line.slice('data:'.length).trim())}` : line,
    )
    .join('\n')
}

const readRpc = (text: string): { jsonrpc: string; id?: unknown } | undefined => {
  if (!text.includes('"jsonrpc"')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'jsonrpc' in parsed
      ? (parsed as { jsonrpc: string; id?: unknown })
      : undefined
  } catch {
    return undefined
  }
}
