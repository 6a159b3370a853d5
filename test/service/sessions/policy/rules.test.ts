import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

describe('the rules of a session', () => {
  const create = (rules: Record<string, unknown>) =>
    notes.service.request('POST', '/api/v3/tool_router/session', {
      body: { user_id: 'ada', ...rules },
    })

  it.each([
    ['an unknown toolkit', { toolkits: ['nots'] }],
    ['an unknown toolkit that is disabled', { toolkits: { disable: ['nots'] } }],
    ['an unknown tool', { tools: { notes: ['NOTES_LIST'] } }],
    ['a misspelt key', { toolkits: { enables: ['notes'] } }],
    ['a misspelt key of tools', { tools: { notes: { enabeld: ['NOTES_LIST_NOTES'] } } }],
    ['a misspelt key of tags', { tags: { disable_: ['readOnlyHint'] } }],
    ['a misspelt key of manage_connections', { manage_connections: { enabel: true } }],
    ['both lists', { toolkits: { enable: ['notes'], disable: ['open'] } }],
    ['an unknown tag', { tags: ['readOnly'] }],
    ['an unknown auth config', { auth_configs: { notes: 'ac_unknown' } }],
    ['an unknown account', { connected_accounts: { notes: 'ca_unknown' } }],
  ])('that name %s are refused', async (_name, rules) => {
    verifies(
      'sessions.references',
      'sessions.strict',
      'sessions.toolkits.lists',
      'sessions.tags.forms',
    )
    const answer = await create(rules)
    expect(answer.status).toBe(400)
    expect(answer.body.error.errors.length).toBeGreaterThan(0)
  })

  it('that name an account of another user are refused', async () => {
    verifies('sessions.references')
    const account = await notes.connect('bob')
    expect((await create({ connected_accounts: { notes: account } })).status).toBe(400)
  })

  it('are answered in the spelling of answers', async () => {
    verifies(
      'sessions.spelling',
      'sessions.workbench.answer',
      'sessions.workbench.default-threshold',
    )
    const answer = await create({
      toolkits: ['notes'],
      tags: { enable: ['readOnlyHint'] },
      tools: { notes: { disable: ['NOTES_DELETE_NOTE'] } },
      manage_connections: false,
      workbench: { enable: false },
    })
    expect(answer.status).toBe(201)
    expect(answer.body.config).toEqual({
      user_id: 'ada',
      toolkits: { enabled: ['notes'] },
      tags: { enabled: ['readOnlyHint'] },
      tools: { notes: { disabled: ['NOTES_DELETE_NOTE'] } },
      manage_connections: { enabled: false },
      workbench: { enable: false, proxy_execution_enabled: true, auto_offload_threshold: 20_000 },
    })
  })
})
