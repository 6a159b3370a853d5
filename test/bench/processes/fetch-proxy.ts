import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

/**
 * What `execute` is held against: the reverse proxy that Hono's documentation shows, with Node's
 * own fetch.
 */
const upstream = process.argv[2] ?? ''
const app = new Hono()
app.all('/echo/*', (context) =>
  proxy(`${upstream}${context.req.path}`, { ...context.req, headers: context.req.header() }),
)

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
)
