import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'

type Received = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  body: unknown
}

/**
 * A small real server on loopback that remembers what it received, for what a whole service would
 * never answer.
 */
export const serve = async (routes: (app: Hono) => void) => {
  const received: Received[] = []
  const app = new Hono()
  app.use(async (context, next) => {
    const { method, url } = context.req
    const text = await context.req.text()
    const { pathname, search } = new URL(url)
    received.push({
      method,
      path: pathname,
      query: search,
      headers: context.req.header(),
      body: text === '' ? undefined : JSON.parse(text),
    })
    await next()
  })
  routes(app)
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    [Symbol.asyncDispose]: async () => {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The body of a session as the service answers it. */
export const sessionRecord = {
  session_id: 'trs_1',
  mcp: { type: 'http', url: 'http://127.0.0.1:8787/mcp/sessions/trs_1' },
  tool_router_tools: ['SVC_SEARCH_TOOLS', 'SVC_GET_TOOL_SCHEMAS', 'SVC_MULTI_EXECUTE_TOOL'],
  config_version: 1,
  config: {
    user_id: 'ada',
    manage_connections: { enabled: true },
    workbench: { enable: false, proxy_execution_enabled: false, auto_offload_threshold: 20_000 },
  },
}

export const envelope = (slug: string, status: number, more: Record<string, unknown> = {}) => ({
  error: { message: `it is ${slug}`, code: 1, slug, status, ...more },
})
