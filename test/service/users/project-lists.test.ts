import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
const made: Record<string, string[]> = {}
beforeAll(async () => {
  notes = await startNotesService()
  await notes.connect('ada')
  await notes.connect('ada')
  await notes.connect('Grace')
  for (const user of ['ada', 'adele', 'ada']) {
    const { session_id } = await notes.service.client.sessions.create({
      body: { user_id: user, approvals: { tags: ['destructiveHint'] } },
    })
    made[user] = [session_id, ...(made[user] ?? [])]
  }
})
afterAll(() => notes.close())

it('the users of a project are those with accounts or sessions', async () => {
  verifies('users.list')
  const { users } = notes.service.client
  expect((await users.list({})).items).toEqual([
    { user_id: 'Grace', connected_accounts: 1, sessions: 0 },
    { user_id: 'ada', connected_accounts: 2, sessions: 2 },
    { user_id: 'adele', connected_accounts: 0, sessions: 1 },
  ])
  const first = await users.list({ query: { prefix: 'ad', limit: 1 } })
  expect(first).toMatchObject({ items: [{ user_id: 'ada' }], total_items: 2, total_pages: 2 })
  const second = await users.list({ query: { prefix: 'ad', cursor: first.next_cursor } })
  expect(second).toMatchObject({ items: [{ user_id: 'adele' }], next_cursor: null })

  const [session = ''] = made['adele'] ?? []
  await notes.service.client.sessions.delete({ params: { session_id: session } })
  expect((await users.list({ query: { prefix: 'adele' } })).items).toEqual([])
})

it('the sessions of a project are listed, newest first', async () => {
  verifies('sessions.list')
  const { sessions } = notes.service.client
  const [newest = '', oldest = ''] = made['ada'] ?? []
  const page = await sessions.list({ query: { user_ids: ['ada', 'nobody'], limit: 1 } })
  expect(page).toMatchObject({
    items: [
      {
        session_id: newest,
        user_id: 'ada',
        config_version: 1,
        mcp: { url: expect.stringContaining(newest) },
      },
    ],
    total_items: 2,
  })
  const rest = await sessions.list({
    query: { user_ids: ['ada', 'nobody'], cursor: page.next_cursor },
  })
  expect(rest.items.map(({ session_id: id }) => id)).toEqual([oldest])
  expect((await sessions.list({ query: { user_ids: ['nobody'] } })).total_items).toBe(0)
})

it('the approvals of all sessions are listed, and filtered', async () => {
  verifies('approvals.list')
  const { sessions, approvals } = notes.service.client
  const [newest = '', oldest = ''] = made['ada'] ?? []
  const ask = (session: string, id: string) =>
    sessions.execute({
      params: { session_id: session },
      body: { tool_slug: 'NOTES_DELETE_NOTE', arguments: { id } },
    })
  await ask(oldest, '1')
  await ask(newest, '2')
  const ids = async (query: Parameters<typeof approvals.list>[0]) =>
    (await approvals.list(query)).items.map(({ session_id, status }) => [session_id, status])
  expect(await ids({})).toEqual([
    [newest, 'pending'],
    [oldest, 'pending'],
  ])
  const [{ approval_id = '' } = {}] = (await approvals.list({})).items
  await sessions.decide({
    params: { session_id: newest, approval_id },
    body: { decision: 'deny' },
  })
  expect(await ids({ query: { status: 'pending' } })).toEqual([[oldest, 'pending']])
  expect(await ids({ query: { status: 'denied', user_ids: ['ada'] } })).toEqual([
    [newest, 'denied'],
  ])
  expect(await ids({ query: { session_ids: [oldest] } })).toEqual([[oldest, 'pending']])
  expect((await approvals.list({ query: { tool_slugs: ['notes_delete_note'] } })).total_items).toBe(
    2,
  )
  expect(await ids({ query: { tool_slugs: ['NOTES_LIST_NOTES'] } })).toEqual([])
  expect(await ids({ query: { user_ids: ['Grace'] } })).toEqual([])
})
