import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionRequest } from '../../../src/contract/session-config.ts'
import { verifies } from '../../requirements.ts'
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
  ['with a toolkit that is not enabled, though its tools are', { toolkits: ['notes'], tools: { open: ['OPEN_LIST_NOTES'] } }, ['NOTES_LIST_NOTES', 'NOTES_DELETE_NOTE']],
  ['with tags that one must have and others that none may', { tags: { enabled: ['readOnlyHint', 'destructiveHint'], disabled: ['destructiveHint'] } }, ['NOTES_LIST_NOTES', 'OPEN_LIST_NOTES']],
  ['whose disabled tool comes before tags', { tags: ['readOnlyHint'], tools: { open: { disable: ['OPEN_LIST_NOTES'] } } }, ['NOTES_LIST_NOTES']],
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
    verifies('sessions.limits.every-door', 'sessions.toolkits.forms', 'sessions.tools.forms', 'sessions.tags.forms', 'sessions.tags.meaning', 'sessions.tags.precedence')
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

  it('lists the toolkits it allows, and connects and reaches no others', async () => {
    verifies('sessions.limits.every-door')
    const session = await open()
    const { sessions } = notes.service.client
    const { items } = await sessions.toolkits(session)
    const listed = items.map((item) => item.slug)
    for (const item of items) expect(item.enabled).toBe(true)
    for (const slug of allowed) expect(listed.some((toolkit) => slug.startsWith(`${toolkit.toUpperCase()}_`))).toBe(true)

    const succeeds = (work: Promise<unknown>) => work.then(() => true, (error: { status: number }) => (expect(error.status).toBe(403), false))
    const managed = await sessions.executeMeta({ ...session, body: { slug: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: ['notes'] } } })
    const isLimited = rules.tags !== undefined || Object.hasOwn(rules.tools ?? {}, 'open')
    expect({
      link: await succeeds(sessions.link({ ...session, body: { toolkit: 'notes' } })),
      manage: managed.error === null,
      proxy: await succeeds(sessions.proxyExecute({ ...session, body: { toolkit_slug: 'open', endpoint: '/notes', method: 'GET' } })),
    }).toEqual({ link: listed.includes('notes'), manage: listed.includes('notes'), proxy: listed.includes('open') && !isLimited })
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
    ['a misspelt key of tags', { tags: { disable_: ['readOnlyHint'] } }],
    ['a misspelt key of manage_connections', { manage_connections: { enabel: true } }],
    ['both lists', { toolkits: { enable: ['notes'], disable: ['open'] } }],
    ['an unknown tag', { tags: ['readOnly'] }],
    ['an unknown auth config', { auth_configs: { notes: 'ac_unknown' } }],
    ['an unknown account', { connected_accounts: { notes: 'ca_unknown' } }],
  ])('that name %s are refused', async (_name, rules) => {
    verifies('sessions.references', 'sessions.strict', 'sessions.toolkits.lists', 'sessions.tags.forms')
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
    verifies('sessions.spelling', 'sessions.workbench.answer', 'sessions.workbench.default-threshold')
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
