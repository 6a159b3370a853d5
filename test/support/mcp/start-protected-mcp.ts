import type { AuthorizationServer } from '../start-authorization-server.ts'
import { startMcpServer, type McpFixture, type McpServerFixture } from './start-mcp-server.ts'

/** A real MCP server that takes the tokens which this issuer gave, and says so as RFC 9728 does. */
export const startProtectedMcp = async (
  issuer: AuthorizationServer,
  fixture: McpFixture,
  {
    resource,
    keep = false,
  }: {
    /** The resource that it says to be; default: its address. */
    resource?: string
    /** Close it yourself instead of at the end of the test: for `beforeAll`. */
    keep?: boolean
  } = {},
): Promise<McpServerFixture> => {
  const tokens = () =>
    issuer
      .tokenRequests()
      .flatMap(({ answer }) =>
        typeof answer === 'object' && answer !== null && 'access_token' in answer
          ? [`Bearer ${String(answer.access_token)}`]
          : [],
      )
  const server: McpServerFixture = await startMcpServer(
    { ...fixture, accepts: ({ headers }) => tokens().includes(headers.authorization ?? '') },
    {
      keep,
      serve: ({ url }) =>
        url === '/about-the-resource'
          ? {
              resource: resource ?? server.mcpUrl,
              authorization_servers: [issuer.issuer],
              scopes_supported: ['read', 'write'],
            }
          : undefined,
    },
  )
  server.fixture.challenge = `Bearer resource_metadata="${server.url}/about-the-resource", scope="read"`
  return server
}
