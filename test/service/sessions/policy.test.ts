import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionRequest } from '../../../src/contract/sessions.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
  await notes.connect('ada')
})
afterAll(() => notes.close())

type Rules = Omit<SessionRequest, 'user_id'>

/** What each session allows of four tools. */
const table: [name: string, rules: Rules, allowed: string[]][] = [
  ['without rules', {}, ['NOTES_LIST_NOTES', 'NOTES_DELETE_NOTE', 'OPEN_LIST_NOTES', 'OPEN_DELETE_NOTE']],
  ['with a list of toolkits', { toolkits: ['notes'] }, ['NOTES_LIST_NOTES', 'NOTES_DELETE_NOTE']],
  ['with enabled toolkits', { toolkits: { enable: ['open'] } }, ['OPEN_LIST_NOTES', 'OPEN_DELETE_NOTE']],
  ['with no toolkit enabled', { toolkits: [] }, []],
  ['with disabled toolkits, in the spelling of answers', { toolkits: { disabled: ['open'] } }, ['NOTES_LIST_NOTES', 'NOTES_DELETE_NOTE']],
  ['with a list of tools', { toolkits: ['notes'], tools: { notes: ['NOTES_LIST_NOTES'] } }, ['NOTES_LIST_NOTES']],
  ['with a disabled tool', { tools: { notes: { disable: ['notes_delete_note'] } } }, ['NOTES_LIST_NOTES', 'OPEN_LIST_NOTES', 'OPEN_DELETE_NOTE']],
  ['with tags', { tags: ['readOnlyHint'] }, ['NOTES_LIST_NOTES', 'OPEN_LIST_NOTES']],
  ['with disabled tags', { tags: { disabled: ['destructiveHint'] } }, ['NOTES_LIST_NOTES', 'OPEN_LIST_NOTES']],
  ['whose toolkit has tags of its own', { tags: ['readOnlyHint'], tools: { open: { tags: ['destructiveHint'] } } }, ['NOTES_LIST_NOTES', 'OPEN_DELETE_NOTE']],
  ['whose list of tools comes before tags', { tags: ['readOnlyHint'], tools: { open: ['OPEN_DELETE_NOTE'] } }, ['NOTES_LIST_NOTES', 'OPEN_DELETE_NOTE']],
]

const tools = ['NOTES_LIST_NOTES', 'NOTES_DELETE_NOTE', 'OPEN_LIST_NOTES', 'OPEN_DELETE_NOTE']

describe.each(table)('a session %s', (_name, rules, allowed) => {
  const open = async () => {
    const { session_id } = await notes.service.client.sessions.create({ body: { user_id: 'ada', ...rules } })
    return { params: { session_id } }
  }

  it.each(tools)('gives the same verdict on %s at every door', async (slug) => {
    const session = await open()
    const { sessions } = notes.service.client
    const args = slug.endsWith('DELETE_NOTE') ? { id: '1' } : {}

    const executed = await sessions.execute({ ...session, body: { tool_slug: slug, arguments: args } }).then(
      (result) => result.error === null,
      (error: { slug: string }) => (expect(['forbidden', 'not_found']).toContain(error.slug), false),
    )
    const { data } = await sessions.executeMeta({ ...session, body: { slug: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [{ tool_slug: slug, arguments: args }] } } })
    const schemas = await sessions.executeMeta({ ...session, body: { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: [slug] } } })
    const found = await sessions.search({ ...session, body: { queries: [{ use_case: slug.replaceAll('_', ' ') }] } })

    expect({
      execute: executed,
      multiExecute: (data['results'] as { successful: boolean }[])[0]?.successful,
      schemas: slug in (schemas.data['tool_schemas'] as object),
      search: [...(found.results[0]?.primary_tool_slugs ?? []), ...(found.results[0]?.related_tool_slugs ?? [])].includes(slug),
    }).toEqual({ execute: allowed.includes(slug), multiExecute: allowed.includes(slug), schemas: allowed.includes(slug), search: allowed.includes(slug) })
  })

  it('lists the toolkits it allows', async () => {
    const { items } = await notes.service.client.sessions.toolkits(await open())
    for (const item of items) expect(item.enabled).toBe(true)
    for (const slug of allowed) expect(items.map((item) => `${item.slug.toUpperCase()}_`).some((prefix) => slug.startsWith(prefix))).toBe(true)
  })
})

describe('the rules of a session', () => {
  const create = (rules: Record<string, unknown>) => notes.service.request('POST', '/api/v3/tool_router/session', { body: { user_id: 'ada', ...rules } })

  it.each([
    ['an unknown toolkit', { toolkits: ['nots'] }],
    ['an unknown toolkit that is disabled', { toolkits: { disable: ['nots'] } }],
    ['an unknown tool', { tools: { notes: ['NOTES_LIST'] } }],
    ['a misspelt key', { toolkits: { enables: ['notes'] } }],
    ['a misspelt key of tools', { tools: { notes: { enabeld: ['NOTES_LIST_NOTES'] } } }],
    ['both lists', { toolkits: { enable: ['notes'], disable: ['open'] } }],
    ['an unknown tag', { tags: ['readOnly'] }],
    ['an unknown auth config', { auth_configs: { notes: 'ac_unknown' } }],
    ['an unknown account', { connected_accounts: { notes: 'ca_unknown' } }],
  ])('that name %s are refused', async (_name, rules) => {
    const answer = await create(rules)
    expect(answer.status).toBe(400)
    expect(answer.body.error.errors.length).toBeGreaterThan(0)
  })

  it('that name an account of another user are refused', async () => {
    const account = await notes.connect('bob')
    expect((await create({ connected_accounts: { notes: account } })).status).toBe(400)
  })

  it('are answered in the spelling of answers', async () => {
    const answer = await create({ toolkits: ['notes'], tags: { enable: ['readOnlyHint'] }, tools: { notes: { disable: ['NOTES_DELETE_NOTE'] } }, manage_connections: false, workbench: { enable: false } })
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
