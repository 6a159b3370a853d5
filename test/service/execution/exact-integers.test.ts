import { afterAll, beforeAll, expect, it } from 'vitest'
import { Plugboard } from '../../../src/index.ts'
import { runCli } from '../../cli/run-cli.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
/** No number holds it: it is read as 12345678901234568. */
const id = '12345678901234567'

beforeAll(async () => {
  notes = await startNotesService()
  const int64 = { type: 'integer', format: 'int64' }
  const responses = { 200: { description: 'ok' } }
  const remove = {
    operationId: 'deleteOrder',
    parameters: [{ name: 'id', in: 'path', required: true, schema: int64 }],
    responses,
  }
  const schema = {
    type: 'object',
    properties: {
      ids: { type: 'array', items: int64 },
      either: { type: ['integer', 'string'] },
      byName: { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, int64] } },
      amount: { type: 'number' },
      free: {},
    },
  }
  const find = {
    operationId: 'findOrders',
    requestBody: { content: { 'application/json': { schema } } },
    responses,
  }
  await importToolkit(notes.service, {
    slug: 'acme',
    source: {
      openapi: openNotesApi(notes.upstream.url, {
        '/orders/{id}': { delete: remove },
        '/orders/find': { post: find },
      }),
    },
  })
})
afterAll(() => notes.close())

/** Sent as it is written: a number of JavaScript would be rounded before. */
const execute = async (slug: string, toolArguments: string) => {
  const sent = notes.upstream.received.length
  const response = await fetch(`${notes.service.url}/api/v3/tools/execute/${slug}`, {
    method: 'POST',
    headers: { 'x-api-key': notes.service.apiKey, 'content-type': 'application/json' },
    body: `{"user_id":"ada","arguments":${toolArguments}}`,
  })
  const { error } = (await response.json()) as { error: string | null }
  return { error, sent: notes.upstream.received.slice(sent) }
}

it('refuses an integer that was rounded before another record is deleted', async () => {
  verifies('arguments.exact')
  const refused = await execute('ACME_DELETE_ORDER', `{"id":${id}}`)
  expect(refused.sent).toEqual([])
  expect(refused.error).toContain(
    '`id` must be an integer; got a number too large to be exact, so pass all of its digits as a text',
  )
  // It cannot be told from a rounded one.
  expect((await execute('ACME_DELETE_ORDER', `{"id":${2 ** 60}}`)).sent).toEqual([])
  const { error, sent } = await execute('ACME_DELETE_ORDER', `{"id":"${id}"}`)
  expect(error).toBeNull()
  expect(sent).toMatchObject([{ method: 'DELETE', url: `/orders/${id}` }])
})

it.each([
  ['ids[1]', `{"ids":[1,-${id}]}`],
  ['either', `{"either":${id}}`],
  ['byName.a', `{"byName":{"a":${id}}}`],
])('refuses one at %s', async (path, given) => {
  const { error, sent } = await execute('ACME_FIND_ORDERS', given)
  expect(sent).toEqual([])
  expect(error).toContain(`\`${path}\` must be `)
  expect(error).toContain('too large to be exact')
  // It would be copied.
  expect(error).not.toContain('1234567890123456')
})

it('sends large numbers where any number is allowed, and many texts', async () => {
  const ids = JSON.stringify(Array.from({ length: 250 }, () => id))
  for (const given of [`{"amount":1e+21,"free":1e+21}`, `{"ids":${ids}}`]) {
    const { error, sent } = await execute('ACME_FIND_ORDERS', given)
    expect(error).toBeNull()
    expect(sent).toMatchObject([{ body: given }])
  }
})

it('is refused by the tools of an agent, which take its text, as their zod definitions do', async () => {
  const plugboard = new Plugboard({ apiKey: notes.service.apiKey, baseUrl: notes.service.url })
  const session = await plugboard.createSession('ada', { toolkits: { enable: ['acme'] } })
  const [tool] = await session.tools({ tools: ['ACME_DELETE_ORDER'] })
  const before = notes.upstream.received.length

  const rounded = await tool?.execute({ id: Number(id) })
  expect(rounded).toMatchObject({ successful: false, logId: null })
  expect(rounded?.error).toContain('pass all of its digits as a text')
  expect(notes.upstream.received).toHaveLength(before)

  const read = tool?.zod.parse({ id })
  expect(await tool?.execute(read)).toMatchObject({ successful: true })
  expect(notes.upstream.received.at(-1)).toMatchObject({ method: 'DELETE', url: `/orders/${id}` })
})

it('is spared those who write it for the command line, and into a text of JSON', async () => {
  const { code } = await runCli(
    ['tools', 'execute', 'ACME_DELETE_ORDER', '--user', 'ada', '--arguments', `{"id":${id}}`],
    {
      environment: {
        PLUGBOARD_BASE_URL: notes.service.url,
        PLUGBOARD_API_KEY: notes.service.apiKey,
      },
    },
  )
  expect(code).toBe(0)
  expect(notes.upstream.received.at(-1)).toMatchObject({ method: 'DELETE', url: `/orders/${id}` })
  const { error, sent } = await execute('ACME_FIND_ORDERS', `{"ids":"[${id}]"}`)
  expect(error).toBeNull()
  expect(sent).toMatchObject([{ body: `{"ids":["${id}"]}` }])
})
