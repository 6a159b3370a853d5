export {
  createMcpClient,
  type ConnectedMcp,
  type McpConnection,
  type WithMcpServer,
} from './create-mcp-client.ts'
export { McpFailure } from './mcp-failure.ts'
export type { McpSend } from './to-fetch.ts'
