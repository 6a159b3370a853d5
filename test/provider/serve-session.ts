import { Plugboard } from '../../src/index.ts'
import { envelope, serve, sessionRecord } from '../client/serve.ts'

/** As odd as real ones: `nullable`, an open object, a keyword nobody knows. */
export const issueSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1 },
    assignee: { type: 'string', nullable: true, 'x-hint': 'a login' },
    labels: { type: 'array', items: { type: 'string' } },
  },
}

const wholeTool = (slug: string) => ({
  toolkit: 'tracker',
  tool_slug: slug,
  description: `Does ${slug}`,
  input_schema: issueSchema,
  output_schema: { type: 'object', properties: {} },
  hasFullSchema: true,
})

const referredTool = (slug: string) => ({
  toolkit: 'tracker',
  tool_slug: slug,
  hasFullSchema: false,
  schemaRef: { tool: 'SVC_GET_TOOL_SCHEMAS', args: { tool_slugs: [slug] }, message: 'Ask for it' },
})

const searchAnswer = {
  success: true,
  error: null,
  results: [
    {
      index: 1,
      use_case: 'create an issue',
      primary_tool_slugs: ['TRACKER_CREATE_ISSUE'],
      related_tool_slugs: ['TRACKER_LIST_ISSUES'],
      toolkits: ['tracker'],
    },
    {
      index: 2,
      use_case: 'close an issue',
      primary_tool_slugs: ['TRACKER_CLOSE_ISSUE'],
      related_tool_slugs: ['TRACKER_CREATE_ISSUE'],
      toolkits: ['tracker'],
    },
  ],
  toolkit_connection_statuses: [],
  tool_schemas: {
    TRACKER_LIST_ISSUES: wholeTool('TRACKER_LIST_ISSUES'),
    TRACKER_CREATE_ISSUE: wholeTool('TRACKER_CREATE_ISSUE'),
    TRACKER_CLOSE_ISSUE: referredTool('TRACKER_CLOSE_ISSUE'),
  },
  time_info: {
    current_time_utc: '2026-11-21T00:00:00Z',
    current_time_utc_epoch_seconds: 1,
    message: '',
  },
  session: { id: 'trs_1', generate_id: false, instructions: '' },
  next_steps_guidance: ['Connect the tracker'],
  // One is left out, as beyond the bound.
  definitions: {
    TRACKER_LIST_ISSUES: wholeTool('TRACKER_LIST_ISSUES'),
    TRACKER_CREATE_ISSUE: wholeTool('TRACKER_CREATE_ISSUE'),
  },
}

const metaTool = {
  slug: 'SVC_SEARCH_TOOLS',
  name: 'Search tools',
  description: 'Finds tools',
  toolkit: { slug: 'svc', name: 'Meta tools', logo: '' },
  input_parameters: { type: 'object', properties: { queries: { type: 'array' } } },
  output_parameters: { type: 'object', properties: {} },
  no_auth: true,
  version: '1',
  available_versions: ['1'],
  scopes: [],
  tags: ['readOnlyHint', 'search'],
  is_deprecated: false,
  deprecated: {
    displayName: 'Search tools',
    version: '1',
    available_versions: ['1'],
    is_deprecated: false,
    toolkit: { logo: '' },
  },
}

type Executed = { tool_slug: string; arguments: Record<string, unknown> }

/**
 * A service that answers one session's requests from memory, for answers that a whole service gives
 * only sometimes. Executes nothing before `simultaneous` calls are there.
 */
export const serveSession = async (
  answers: { search?: Record<string, unknown>; simultaneous?: number } = {},
) => {
  let awaited = answers.simultaneous ?? 1
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const path = '/api/v3/tool_router/session'
  const service = await serve((app) => {
    app.post(path, async (context) =>
      context.json(
        {
          ...sessionRecord,
          config: { ...sessionRecord.config, user_id: (await context.req.json()).user_id },
        },
        201,
      ),
    )
    app.get(`${path}/trs_1`, (context) => context.json(sessionRecord))
    app.delete(`${path}/trs_1`, (context) => context.json({ deleted: true, session_id: 'trs_1' }))
    app.get(`${path}/trs_1/tools`, (context) => {
      const slugs = context.req.query('tool_slugs')?.split(',') ?? []
      const known = slugs.filter((slug) => slug.startsWith('TRACKER_'))
      return context.json({
        items: [metaTool],
        tool_schemas: Object.fromEntries(known.map((slug) => [slug, wholeTool(slug)])),
        not_found: slugs.filter((slug) => !known.includes(slug)),
      })
    })
    app.get(`${path}/trs_1/toolkits`, (context) =>
      context.json({
        items: [],
        next_cursor: null,
        total_pages: 0,
        current_page: 1,
        total_items: 0,
      }),
    )
    app.post(`${path}/trs_1/search`, (context) =>
      context.json({ ...searchAnswer, ...answers.search }),
    )
    app.post(`${path}/trs_1/execute`, async (context) => {
      const { tool_slug: slug, arguments: given } = await context.req.json<Executed>()
      if (--awaited <= 0) open()
      await gate
      if (slug === 'TRACKER_GONE')
        return context.json(
          envelope('not_found', 404, {
            message: 'No tool "TRACKER_GONE"',
            suggested_fix: 'Search again',
          }),
          404,
        )
      if (given['title'] === 'forbidden')
        return context.json({
          data: { status: 403 },
          error: 'The tracker refused',
          log_id: 'log_2',
        })
      return context.json({ data: { made: given }, error: null, log_id: 'log_1' })
    })
  })
  const plugboard = new Plugboard({ baseUrl: service.url, apiKey: 'pbk_secret' })
  return Object.assign(service, { plugboard })
}
