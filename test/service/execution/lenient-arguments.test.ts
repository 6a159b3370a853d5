import { afterAll, beforeAll, expect, it } from 'vitest'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
const id = '9007199254740993'
/** A number as JSON writes it, which TypeScript does not know yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

beforeAll(async () => {
  notes = await startNotesService({ answer: ({ url }) => ({ id: rawJSON(id), url }) })
  const query = (name: string, schema: unknown) => ({ name, in: 'query', schema })
  const date = { type: 'string', format: 'date-time', maxLength: 40 }
  const get = {
    operationId: 'findEvents',
    parameters: [
      query('since', date),
      query('id', { type: 'integer', format: 'int64', minimum: 1 }),
      query('either', {
        oneOf: [
          { type: 'string', format: 'date' },
          { type: 'string', enum: ['now', 'then'] },
        ],
      }),
      query('several', {
        oneOf: [
          { type: 'string', maxLength: 5 },
          { type: 'string', minLength: 3 },
        ],
      }),
    ],
    responses: { 200: { description: 'ok' } },
  }
  await importToolkit(notes.service, {
    slug: 'free',
    source: { openapi: openNotesApi(notes.upstream.url, { '/events': { get } }) },
  })
})
afterAll(() => notes.close())

const find = (toolArguments: Record<string, unknown>) =>
  notes.service.client.tools.execute({
    params: { tool_slug: 'FREE_FIND_EVENTS' },
    body: { user_id: 'ada', arguments: toolArguments },
  })

it('leaves it to the API which forms of a format it accepts', async () => {
  const since = '2021-01-17T12:34:00.000+0000'
  const answer = await find({ since, either: 'today' })
  expect(answer.error).toBeNull()
  expect(answer.data['url']).toBe(`/events?since=${encodeURIComponent(since)}&either=today`)
  const { error } = await find({ since: `${since}${' '.repeat(40)}` })
  expect(error).toContain('must have at most 40 characters')
})

it('passes on an integer that no number holds, as an answer gave it', async () => {
  const { data } = await find({})
  expect(data['id']).toBe(id)
  expect((await find({ id: data['id'], since: 'x' })).data['url']).toBe(`/events?since=x&id=${id}`)
  expect((await find({ id: '18446744073709551615' })).error).toBeNull()
  for (const wrong of ['12', `0${id}`, `${id}.0`, `-${id}`, 'x'])
    expect((await find({ id: wrong })).error).toContain('The arguments of FREE_FIND_EVENTS')
})

it('leaves it to the API which of several alternatives that it fits a value is', async () => {
  expect((await find({ several: 'four' })).data['url']).toBe('/events?several=four')
  expect((await find({ several: 4 })).error).toContain('must be a string')
})
