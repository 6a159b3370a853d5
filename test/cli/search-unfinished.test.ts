import { expect, test } from 'vitest'
import { serve, sessionRecord } from '../client/serve.ts'
import { verifies } from '../requirements.ts'
import { runCli } from './run-cli.ts'

const page = { items: [], next_cursor: null, total_pages: 0, current_page: 1, total_items: 0 }

/** A service that is still indexing during this many searches. */
const serveWhileIndexing = (unfinished: number) => {
  let searches = 0
  const index = () => {
    searches += 1
    return searches > unfinished
      ? {}
      : { index: { complete: false, indexed_tools: 100 * searches, total_tools: 1000 } }
  }
  return serve((app) => {
    app.get('/api/v3/tools', (context) => context.json({ ...page, ...index() }))
    app.post('/api/v3/tool_router/session', (context) => context.json(sessionRecord, 201))
    app.delete('/api/v3/tool_router/session/:id', (context) =>
      context.json({ session_id: 'trs_1', deleted: true }),
    )
    app.post('/api/v3/tool_router/session/:id/search', (context) =>
      context.json({
        success: true,
        error: null,
        results: [
          {
            index: 1,
            use_case: 'list bread',
            primary_tool_slugs: [],
            related_tool_slugs: [],
            toolkits: [],
          },
        ],
        toolkit_connection_statuses: [],
        tool_schemas: {},
        time_info: {
          current_time_utc: '2026-11-21T12:00:00Z',
          current_time_utc_epoch_seconds: 0,
          message: '',
        },
        session: { id: 'trs_1', generate_id: false, instructions: '' },
        next_steps_guidance: [],
        ...index(),
      }),
    )
  })
}

test.each([
  [['tools', 'search', 'list', 'bread']],
  [['search', 'list', 'bread']],
  [['search', 'list', 'bread', '--json']],
])('%s waits until all tools are indexed', async (args) => {
  verifies('search.index.progress')
  await using service = await serveWhileIndexing(2)
  const { code, stdout, stderr } = await runCli([...args, '--url', service.url], {
    environment: { PLUGBOARD_API_KEY: 'pbk_1' },
  })
  expect(code).toBe(0)
  expect(stderr).toContain('Indexing the tools of the project')
  expect(stderr).toContain('All tools are indexed')
  expect(stdout).not.toContain('"index": {')
  expect(
    service.received.filter(({ path }) => path.endsWith('/search') || path.endsWith('/tools')),
  ).toHaveLength(3)
})
