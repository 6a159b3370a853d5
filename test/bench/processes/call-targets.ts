import { connectEcho, type KeyedTool } from './connect-echo.ts'
import { importEcho } from './import-echo.ts'
import { toMcpRequest } from './mcp-messages.ts'
import type { Target } from './measure-targets.ts'
import type { ServiceProcess } from './start-service.ts'

export const message =
  'The quick brown fox jumps over the lazy dog, and the benchmark counts how often.'

/** Every way in which a service calls the echo. */
export const toCallTargets = async (
  engine: string,
  service: ServiceProcess,
  echoUrl: string,
): Promise<Target[]> => {
  const echo = await importEcho(service, echoUrl)
  const { keyed, granted } = await connectEcho(service, echoUrl)
  const { pid, ready } = service
  const target = (name: string, url: string, body: unknown): Target => ({
    name: `${name} on ${engine}`,
    pid,
    task: {
      url: url.startsWith('/') ? `${ready.url}/api/v3${url}` : url,
      headers: { 'x-api-key': ready.apiKey },
      body: JSON.stringify(body),
      expect: message,
    },
  })
  const execute = (name: string, { slug }: Pick<KeyedTool, 'slug'>) =>
    target(name, `/tools/execute/${slug}`, { arguments: { message }, user_id: 'ada' })
  const inSession = (name: string, { slug, sessionId }: Omit<KeyedTool, 'mcpUrl'>) =>
    target(name, `/tool_router/session/${sessionId}/execute`, {
      tool_slug: slug,
      arguments: { message },
    })
  return [
    inSession('session execute', echo),
    execute('tools/execute', echo),
    execute('tools/execute with an API key', keyed),
    execute('tools/execute with OAuth', granted),
    inSession('session execute with an API key', keyed),
    target(
      'multi-execute with an API key',
      `/tool_router/session/${keyed.sessionId}/execute_meta`,
      {
        slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [{ tool_slug: keyed.slug, arguments: { message } }] },
      },
    ),
    overMcp(target, keyed),
  ]
}

const overMcp = (
  target: (name: string, url: string, body: unknown) => Target,
  { slug, mcpUrl }: KeyedTool,
): Target => {
  const { body, headers } = toMcpRequest('tools/call', { name: slug, arguments: { message } })
  const { task, ...rest } = target('MCP tools/call with an API key', mcpUrl, undefined)
  return { ...rest, task: { ...task, body, headers: { ...task.headers, ...headers } } }
}
