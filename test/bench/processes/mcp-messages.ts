/** A request of 2026-07-28: its body, and the headers that repeat what it says. */
export const toMcpRequest = (
  method: string,
  params: Record<string, unknown> = {},
): { body: string; headers: Record<string, string> } => ({
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
  },
})

const version = '2026-07-28'

/** The first message of a client of the revisions before. */
export const initialize = {
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    },
  }),
  headers: { accept: 'application/json, text/event-stream' },
}
