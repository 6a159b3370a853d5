import { importAndWait } from '../../../src/cli/import-and-wait.ts'
import { echoDocument } from '../../../src/sample/echo/create-echo.ts'
import type { ServiceProcess } from './start-service.ts'

/** A tool that needs a credential, with an account of the user `ada` and a session that may use it. */
export type KeyedTool = { slug: string; sessionId: string; mcpUrl: string }

type Security = {
  slug: string
  scheme: Record<string, unknown>
  connection: { authScheme: 'API_KEY' | 'OAUTH2'; val: Record<string, unknown> }
  application?: Record<string, string>
}

/** An API key, as most toolkits have. */
const keyed: Security = {
  slug: 'keyed',
  scheme: { type: 'apiKey', in: 'header', name: 'x-echo-key' },
  connection: { authScheme: 'API_KEY', val: { generic_api_key: 'a key of the benchmark' } },
}

/** An access token that stays fresh for longer than a benchmark runs. */
const granted: Security = {
  slug: 'granted',
  scheme: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://provider.example/authorize',
        tokenUrl: 'https://provider.example/token',
        scopes: {},
      },
    },
  },
  connection: {
    authScheme: 'OAUTH2',
    val: {
      status: 'ACTIVE',
      access_token: 'an access token of the benchmark',
      refresh_token: 'a refresh token of the benchmark',
      expires_in: 24 * 3600,
    },
  },
  application: { client_id: 'the benchmark', client_secret: 'a secret of the benchmark' },
}

/** Gives a service the echo behind an API key, and behind OAuth. */
export const connectEcho = async (
  service: Pick<ServiceProcess, 'client'>,
  echoUrl: string,
): Promise<{ keyed: KeyedTool; granted: KeyedTool }> => ({
  keyed: await connect(service, echoUrl, keyed),
  granted: await connect(service, echoUrl, granted),
})

/** Gives a service the echo behind an API key as a toolkit of this slug, beside other operations. */
export const connectKeyed = (
  service: Pick<ServiceProcess, 'client'>,
  echoUrl: string,
  slug: string,
  otherOperations: number,
): Promise<KeyedTool & { authConfigId: string }> =>
  connect(service, echoUrl, { ...keyed, slug }, otherOperations)

/** Those of a usual toolkit, which nobody calls here. */
const otherPaths = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `/items/${number}/{id}`,
      {
        get: {
          operationId: `getItem${number}`,
          summary: `Get item ${number}`,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'The item' } },
        },
      },
    ]),
  )

const connect = async (
  { client }: Pick<ServiceProcess, 'client'>,
  echoUrl: string,
  { slug, scheme, connection, application }: Security,
  otherOperations = 0,
): Promise<KeyedTool & { authConfigId: string }> => {
  const document = echoDocument(echoUrl)
  await importAndWait(client, {
    slug,
    name: slug,
    source: {
      openapi: {
        ...document,
        paths: { ...(document['paths'] as object), ...otherPaths(otherOperations) },
        security: [{ [slug]: [] }],
        components: { ...(document['components'] as object), securitySchemes: { [slug]: scheme } },
      },
    },
  })
  const { auth_config } = await client.authConfigs.create({
    body: {
      toolkit: { slug },
      ...(application && {
        auth_config: {
          type: 'use_custom_auth' as const,
          authScheme: connection.authScheme,
          credentials: application,
        },
      }),
    },
  })
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id: 'ada', state: connection },
    },
  })
  const { items } = await client.tools.list({ query: { toolkit_slug: [slug], limit: 100 } })
  const tool = items.find((each) => each.slug.includes('_ECHO_'))
  if (!tool) throw new Error(`The import of the toolkit ${slug} made no tool`)
  const session = await client.sessions.create({ body: { user_id: 'ada', toolkits: [slug] } })
  return {
    slug: tool.slug,
    sessionId: session.session_id,
    mcpUrl: session.mcp.url,
    authConfigId: auth_config.id,
  }
}
