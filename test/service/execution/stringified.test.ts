import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { ask } from '../mcp/protocol/speak.ts'

let notes: NotesService
let sessionId: string

beforeAll(async () => {
  notes = await startNotesService({ answer: ({ url }) => ({ url }) })
  await notes.connect('ada')
  sessionId = (await open()).session_id
})
afterAll(() => notes.close())

const open = (more: Record<string, unknown> = {}) =>
  notes.service.client.sessions.create({ body: { user_id: 'ada', ...more } })
const slug = 'NOTES_LIST_NOTES'
const asText = { tag: '["door", "t1"]' }
const url = '/notes?tag=door&tag=t1'
const inSession = (body: Record<string, unknown>, id = sessionId) =>
  notes.service.client.sessions.execute({
    params: { session_id: id },
    body: { tool_slug: slug, ...body },
  })
const direct = (toolArguments: Record<string, unknown>, tool_slug = slug) =>
  notes.service.client.tools.execute({
    params: { tool_slug },
    body: { user_id: 'ada', arguments: toolArguments },
  })

it('reads a list that came as text, says so, and logs what was sent', async () => {
  verifies('tools.execute.stringified')
  const answer = await direct(asText)
  expect(answer).toMatchObject({ data: { url }, error: null, parsed_arguments: ['tag'] })
  const entry = await notes.service.client.logs.get({ params: { id: answer.log_id ?? '' } })
  expect(entry.request).toMatchObject({ arguments: { tag: ['door', 't1'] } })

  expect(await inSession({ arguments: asText })).toMatchObject({
    data: { url },
    parsed_arguments: ['tag'],
  })
  expect(await direct({ tag: ['door', 't1'] })).not.toHaveProperty('parsed_arguments')
})

it('says it with each call of a multi-execute', async () => {
  verifies('tools.execute.stringified')
  const { data } = await inSession({
    tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
    arguments: {
      tools: [
        { tool_slug: slug, arguments: asText },
        { tool_slug: slug, arguments: { tag: ['x'] } },
      ],
    },
  })
  expect(data).toMatchObject({
    results: [{ data: { url }, parsed_arguments: ['tag'] }, { data: { url: '/notes?tag=x' } }],
  })
  expect((data['results'] as object[])[1]).not.toHaveProperty('parsed_arguments')
})

it('says it to MCP clients, in words and as data', async () => {
  verifies('tools.execute.stringified')
  const { mcp } = await open()
  const { body } = await ask(
    mcp.url,
    'tools/call',
    { name: slug, arguments: asText },
    { headers: { 'x-api-key': notes.service.apiKey } },
  )
  expect(body.result.structuredContent).toEqual({ url })
  expect(body.result.content[1].text).toContain('`tag` came as text')
  expect(body.result._meta).toMatchObject({ 'plugboard/parsed_arguments': ['tag'] })
})

it('leaves text where the schema takes text, and refuses text that has no other reading', async () => {
  verifies('tools.execute.stringified')
  const made = await direct({ text: '{"a": 1}' }, 'NOTES_CREATE_NOTE')
  expect(made.error).toBeNull()
  expect(made).not.toHaveProperty('parsed_arguments')
  expect(notes.upstream.received.at(-1)?.body).toBe('{"text":"{\\"a\\": 1}"}')

  const sent = notes.upstream.received.length
  for (const tag of ['door', '["door"', '{"door": 1}', '[1]'])
    expect((await direct({ tag })).error).toContain('The arguments of NOTES_LIST_NOTES')
  expect(notes.upstream.received).toHaveLength(sent)
})

it('sends nothing of a text that is nested deeper than a body may be, and logs the refusal', async () => {
  verifies('tools.execute.stringified', 'bounds.logged')
  const schema = { type: 'object', properties: { items: { type: 'array' } } }
  const content = { 'application/json': { schema } }
  const post = { operationId: 'addAll', requestBody: { content }, responses: { 200: {} } }
  await importToolkit(notes.service, {
    slug: 'free',
    source: { openapi: openNotesApi(notes.upstream.url, { '/free': { post } }) },
  })
  const sent = notes.upstream.received.length
  for (const depth of [200, 6_000]) {
    const items = '['.repeat(depth) + ']'.repeat(depth)
    const answer = await direct({ items }, 'FREE_ADD_ALL')
    expect(answer.error).toContain('The arguments of FREE_ADD_ALL are not valid')
    const entry = await notes.service.client.logs.get({ params: { id: answer.log_id ?? '' } })
    expect(entry.request).toMatchObject({ arguments: { items } })
  }
  expect(notes.upstream.received).toHaveLength(sent)
  expect((await direct({ items: '[[1]]' }, 'FREE_ADD_ALL')).error).toBeNull()
})

it('binds an approval to what is sent, however it was written', async () => {
  verifies('tools.execute.stringified')
  const { session_id: id } = await open({ approvals: { tools: [slug] } })
  const waiting = await inSession({ arguments: asText }, id)
  const approval_id = String(waiting.data['approval_id'])
  expect(waiting.error).toContain('must approve')
  await notes.service.client.sessions.decide({
    params: { session_id: id, approval_id },
    body: { decision: 'approve' },
  })
  expect(await inSession({ arguments: { tag: ['door', 't1'] } }, id)).toMatchObject({
    data: { url },
    error: null,
  })
})
