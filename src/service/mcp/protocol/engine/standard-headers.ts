/** The headers that repeat what a message says, as the library classifies requests by them. */
export const standardHeaders = ({ headers }: Request) => {
  const [protocolVersionHeader, mcpMethodHeader, mcpNameHeader] = [
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
  ].map((name) => headers.get(name) ?? undefined)
  return {
    ...(protocolVersionHeader !== undefined && { protocolVersionHeader }),
    ...(mcpMethodHeader !== undefined && { mcpMethodHeader }),
    ...(mcpNameHeader !== undefined && { mcpNameHeader }),
  }
}
