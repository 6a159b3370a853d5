import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const root = '/api/v3/tool_router/session'
const create = async (body: Record<string, unknown> = {}, user_id = 'ada') =>
  (await notes.service.client.sessions.create({ body: { user_id, ...body } })).session_id
const read = async (id: string, headers: Record<string, string> = {}, query = '') => {
  const response = await fetch(`${notes.service.url}${root}/${id}/tools${query}`, {
    headers: { 'x-api-key': notes.service.apiKey, 'accept-encoding': 'identity', ...headers },
  })
  const text = await response.text()
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    control: response.headers.get('cache-control'),
    body: text === '' ? undefined : JSON.parse(text),
  }
}
const etagOf = async (id: string) => (await read(id)).etag

describe('the tools of a session', () => {
  it('have a strong ETag, which the session names, and 304 while nothing changed', async () => {
    verifies('sessions.tools.etag')
    const id = await create()
    const first = await read(id)
    expect(first).toMatchObject({ status: 200, control: 'private, no-cache' })
    expect(first.etag).toMatch(/^"[\w-]{43}"$/)
    expect(first.body.tools_etag).toBe(first.etag.slice(1, -1))
    const session = await notes.service.client.sessions.get({ params: { session_id: id } })
    expect(session.tools_etag).toBe(first.body.tools_etag)
    expect(await read(id, { 'if-none-match': first.etag })).toMatchObject({
      status: 304,
      etag: first.etag,
      body: undefined,
    })
    const named = await read(id, { 'if-none-match': first.etag }, '?tool_slugs=OPEN_GET_NOTE')
    expect(named.status).toBe(304)
    const zipped = await read(id, { 'accept-encoding': 'gzip' }, '?tool_slugs=OPEN_GET_NOTE')
    expect(zipped.etag.replace('W/', '')).toBe(first.etag)
  })

  it('have another one for another user, and after each change of what they are made of', async () => {
    verifies('sessions.tools.etag')
    const id = await create()
    const seen = [await etagOf(id), await etagOf(await create({}, 'eve'))]
    expect(await etagOf(await create())).toBe(seen[0])
    const params = { session_id: id }
    const changes = [
      () => notes.service.client.sessions.update({ params, body: { toolkits: ['open'] } }),
      () =>
        notes.service.client.sessions.update({
          params,
          body: { tools: { open: { disable: ['OPEN_GET_NOTE'] } } },
        }),
      () =>
        notes.service.client.sessions.update({
          params,
          body: { approvals: { tools: ['OPEN_LIST_NOTES'] } },
        }),
      () =>
        notes.service.client.sessions.attach({
          params,
          body: {
            experimental: {
              custom_tools: [
                {
                  slug: 'add',
                  name: 'Add',
                  description: 'Adds',
                  input_schema: { type: 'object', properties: {} },
                },
              ],
            },
          },
        }),
      () =>
        notes.service.client.tools.annotate({
          params: { tool_slug: 'OPEN_LIST_NOTES' },
          body: { destructiveHint: true },
        }),
    ]
    for (const change of changes) {
      await change()
      seen.push(await etagOf(id))
    }
    expect(new Set(seen).size).toBe(seen.length)
    const again = await read(id, { 'if-none-match': seen.slice(0, -1).join(', ') })
    expect(again.status).toBe(200)
  })

  it('are never confirmed past the key or the end of the session', async () => {
    verifies('sessions.tools.etag')
    const id = await create()
    const etag = await etagOf(id)
    for (const known of [etag, '*']) {
      const wrong = { 'if-none-match': known, 'x-api-key': 'pbk_wrong' }
      expect((await read(id, wrong)).status).toBe(401)
    }
    await notes.service.client.sessions.delete({ params: { session_id: id } })
    expect((await read(id, { 'if-none-match': etag })).status).toBe(404)
  })

  it('come with the session, and with definitions of those that are named', async () => {
    verifies('sessions.tools.named')
    const query = { tools: true, tool_slugs: ['OPEN_LIST_NOTES', 'OPEN_NOTHING', 'OPEN_GET_NOTE'] }
    const body = { user_id: 'ada', tools: { open: { disable: ['OPEN_GET_NOTE'] } } }
    const created = await notes.service.client.sessions.create({ query, body })
    expect(created.tools).toMatchObject({
      items: created.tool_router_tools.map((slug) => ({ slug })),
      tools_etag: created.tools_etag,
      tool_schemas: {
        OPEN_LIST_NOTES: { input_schema: { type: 'object' }, output_schema: { type: 'object' } },
      },
      not_found: ['OPEN_NOTHING', 'OPEN_GET_NOTE'],
    })
    expect(Object.keys(created.tools?.tool_schemas ?? {})).toEqual(['OPEN_LIST_NOTES'])
    const params = { session_id: created.session_id }
    const got = await notes.service.client.sessions.get({ params, query })
    expect(got.tools).toEqual(created.tools)
    expect(await notes.service.client.sessions.get({ params })).not.toHaveProperty('tools')
    const experimental = { custom_tools: [] }
    const attached = await notes.service.client.sessions.attach({
      params,
      query: { tools: true },
      body: { experimental },
    })
    expect(attached.tools?.items).toEqual(created.tools?.items)
  })
})

describe('what a search finds', () => {
  it('comes with its definitions where they are asked for, apart from what models see', async () => {
    verifies('sessions.search.definitions')
    const params = { session_id: await create({ toolkits: ['open'] }) }
    const queries = [{ use_case: 'list notes' }]
    const { client } = notes.service
    const found = await client.sessions.search({ params, body: { queries, definitions: true } })
    const slugs = Object.keys(found.tool_schemas)
    expect(slugs).toContain('OPEN_LIST_NOTES')
    expect(Object.keys(found.definitions ?? {})).toEqual(slugs)
    expect(found.definitions?.['OPEN_LIST_NOTES']).toMatchObject({
      input_schema: { type: 'object' },
      output_schema: { type: 'object' },
    })
    expect(found.tools_etag).toBe((await client.sessions.get({ params })).tools_etag)
    expect(await client.sessions.search({ params, body: { queries } })).not.toHaveProperty(
      'definitions',
    )

    const call = { tool_slug: 'SVC_SEARCH_TOOLS', arguments: { queries }, definitions: true }
    const executed = await client.sessions.execute({ params, body: call })
    expect(executed.definitions).toEqual(found.definitions)
    expect(executed.data).not.toHaveProperty('definitions')
    const other = await client.sessions.execute({
      params,
      body: { tool_slug: 'OPEN_LIST_NOTES', arguments: {}, definitions: true },
    })
    expect(other).not.toHaveProperty('definitions')
  })
})
