import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const post = (path: string, body: unknown) =>
  notes.service.request('POST', `/api/v3/${path}`, { body })

it.each([' ada', 'ada ', '\tada', 'ada\n', '\u00a0ada', ' '])(
  'the user id "%s" is refused wherever one comes in',
  async (user_id) => {
    verifies('conventions.user-ids')
    const server = await notes.service.client.mcp.create({
      body: { name: 'Notes server', auth_config_ids: [notes.authConfigId] },
    })
    const answers = await Promise.all([
      post('connected_accounts', {
        auth_config: { id: notes.authConfigId },
        connection: { user_id, state: { authScheme: 'API_KEY', val: { generic_api_key: 'key' } } },
      }),
      post('connected_accounts/link', { auth_config_id: notes.authConfigId, user_id }),
      post('tool_router/session', { user_id }),
      post('tools/execute/OPEN_LIST_NOTES', { user_id }),
      post('mcp/servers/generate', { mcp_server_id: server.id, user_ids: [user_id] }),
      post(`mcp/servers/${server.id}/instances`, { user_id }),
      notes.service.request(
        'POST',
        `/mcp/servers/${server.id}?user_id=${encodeURIComponent(user_id)}`,
        { body: {} },
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  },
)

it('a user whose id holds a comma is listed', async () => {
  verifies('conventions.user-ids.commas')
  const id = 'Lovelace, Ada'
  const account = await notes.connect(id)
  await notes.connect('Lovelace')
  const { client } = notes.service
  await client.tools.execute({ params: { tool_slug: 'NOTES_LIST_NOTES' }, body: { user_id: id } })

  expect(
    (await client.connectedAccounts.list({ query: { user_ids: [id] } })).items.map(
      (item) => item.id,
    ),
  ).toEqual([account])
  expect(
    (await client.logs.list({ query: { user_ids: [id] } })).items.map((item) => item.user_id),
  ).toEqual([id])
  expect((await client.triggerInstances.listActive({ query: { user_ids: [id] } })).items).toEqual(
    [],
  )
  const listed = await notes.service.request(
    'GET',
    `/api/v3/connected_accounts?user_ids[]=${encodeURIComponent(id)}`,
  )
  expect(listed.body.items).toMatchObject([{ user_id: id }])
  expect(
    (await notes.service.request('GET', '/api/v3/openapi.json')).body.paths[
      '/api/v3/connected_accounts'
    ].get.parameters,
  ).toContainEqual(
    expect.objectContaining({
      name: 'user_ids',
      description: expect.stringContaining('user_ids[]='),
    }),
  )
})
