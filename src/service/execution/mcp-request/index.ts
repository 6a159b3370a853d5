export { callMcpServer, type McpCallParts } from './call-mcp-server.ts'
export { openServer, type OpenedServer } from './open-server.ts'
