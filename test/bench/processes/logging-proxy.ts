import { createSecretKey } from 'node:crypto'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { Pool } from 'undici'
import schema from '../../../src/service/empty-schema.json' with { type: 'json' }
import { executionStore, type ExecutionRow } from '../../../src/service/execution/store.ts'
import { createBatcher } from '../../../src/service/platform/batcher.ts'
import { openSqlite } from '../../../src/service/platform/database/sqlite.ts'
import { createOrderedId } from '../../../src/service/platform/ids.ts'
import { createDataKey } from '../../../src/service/platform/secrets/create-data-key.ts'
import { hashToken } from '../../../src/service/platform/secrets/index.ts'

/**
 * The tuned proxy with the least that a call of a tool adds: the key of the caller is looked up, the
 * body and the answer are parsed, and both go sealed into a row of the log, in batches, before the
 * answer does. No account, tool, schema, redaction or limit.
 */
const [upstream = '', folder = ''] = process.argv.slice(2)
const ofLog =
  /^create (?:table "(?:tool_executions|list_counts)"|(?:index|trigger) (?:if not exists )?"?tool_executions_)/
const { handle } = openSqlite(join(folder, 'log.db'))
for (const statement of schema.sqlite) {
  const text = typeof statement === 'string' ? statement : statement.sql
  if (ofLog.test(text)) await sql.raw(text).execute(handle)
}
const insert = createBatcher<ExecutionRow>(
  async (rows) => void (await executionStore(handle).insert(rows)),
)
const keys = new Map([[hashToken('a key'), 'pr_0123456789abcdef']])
const dataKey = createDataKey('pr_0123456789abcdef', '1', createSecretKey(Buffer.alloc(32, 7)))
const pool = new Pool(upstream, { connections: 256 })
const app = new Hono()

app.post('/echo/*', async (context) => {
  const started = new Date()
  const projectId = keys.get(hashToken(context.req.header('x-api-key') ?? ''))
  if (projectId === undefined) return context.json({ error: 'unknown key' }, 401)
  const { arguments: request } = JSON.parse(await context.req.text()) as { arguments: unknown }
  const answer = await pool.request({
    path: context.req.path,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-echo-key': 'a credential' },
    body: JSON.stringify(request),
  })
  const response: unknown = JSON.parse(await answer.body.text())
  const id = createOrderedId('log_', started.getTime())
  await insert({
    id,
    project_id: projectId,
    tool_slug: 'KEYED_ECHO',
    toolkit_slug: 'keyed',
    user_id: 'ada',
    connected_account_id: 'ca_0123456789abcdef',
    session_id: null,
    status: 'success',
    error: null,
    started_at: started.toISOString(),
    duration_ms: Date.now() - started.getTime(),
    payload: dataKey.encrypt(JSON.stringify({ request, response }), {
      record: id,
      field: 'payload',
    }),
    trace_id: null,
  })
  return context.json({ data: response, error: null, successful: true, log_id: id })
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` })),
)
