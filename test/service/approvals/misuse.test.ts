import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const rules = { approvals: { tags: ['destructiveHint' as const] } }

/** A session whose call `NOTES_DELETE_NOTE {id}` was just approved, for a user with one account. */
const startApproved = async (user: string, more: Record<string, unknown> = {}) => {
  const account = await notes.connect(user)
  const { sessions } = notes.service.client
  const { session_id } = await sessions.create({ body: { user_id: user, ...rules, ...more } })
  const params = { session_id }
  const call = { tool_slug: 'NOTES_DELETE_NOTE', arguments: { id: user } }
  const remove = () => sessions.execute({ params, body: call })
  const { data } = await remove()
  await sessions.decide({
    params: { ...params, approval_id: String(data['approval_id']) },
    body: { decision: 'approve' },
  })
  const sent = () =>
    notes.upstream.received
      .filter(({ method, url }) => method === 'DELETE' && url.startsWith(`/notes/${user}`))
      .map(({ url }) => url)
  return {
    account,
    params,
    call,
    remove,
    sent,
    approval: String(data['approval_id']),
    statuses: async () => (await sessions.approvals({ params })).items.map(({ status }) => status),
  }
}

const runMeta = async (
  params: { session_id: string },
  slug: string,
  given: Record<string, unknown>,
) =>
  (await notes.service.client.sessions.executeMeta({ params, body: { slug, arguments: given } }))
    .data

const updateConfig = (settings: Record<string, unknown>) =>
  notes.service.client.authConfigs.update({
    params: { nanoid: notes.authConfigId },
    body: { type: 'custom', ...settings },
  })
const setConfig = (status: string) =>
  notes.service.client.authConfigs.setStatus({ params: { nanoid: notes.authConfigId, status } })
const setAccount = (nanoid: string, enabled: boolean) =>
  notes.service.client.connectedAccounts.setStatus({ params: { nanoid }, body: { enabled } })

/**
 * What may change between the approval and the call: how, back again, and what the call is told
 * meanwhile.
 */
const changes: Record<
  string,
  {
    make: (account: string) => Promise<unknown>
    undo: (account: string) => Promise<unknown>
    says: string
  }
> = {
  'the auth config excludes the tool': {
    make: () =>
      updateConfig({ tool_access_config: { tools_available_for_execution: ['NOTES_GET_NOTE'] } }),
    undo: () => updateConfig({ tool_access_config: { tools_available_for_execution: [] } }),
    says: 'does not allow NOTES_DELETE_NOTE',
  },
  'the auth config is disabled': {
    make: () => setConfig('DISABLED'),
    undo: () => setConfig('ENABLED'),
    says: 'no active connection',
  },
  'the auth config is no longer for sessions': {
    make: () => updateConfig({ is_enabled_for_tool_router: false }),
    undo: () => updateConfig({ is_enabled_for_tool_router: true }),
    says: 'no active connection',
  },
  'the account is switched off': {
    make: (account) => setAccount(account, false),
    undo: (account) => setAccount(account, true),
    says: 'no active connection',
  },
}

describe('an approval', () => {
  it.each(Object.entries(changes))(
    'is of no use while %s, and holds for one call afterwards',
    async (name, { make, undo, says }) => {
      verifies('sessions.approvals.change', 'sessions.approvals.once')
      const { account, remove, sent, statuses } = await startApproved(
        `user-${Object.keys(changes).indexOf(name)}`,
      )
      await make(account)
      const refused = await remove()
      const meanwhile = { sent: sent(), statuses: await statuses() }
      await undo(account)
      expect(refused.error).toContain(says)
      expect(meanwhile).toEqual({ sent: [], statuses: ['approved'] })
      expect((await remove()).error).toBeNull()
      expect((await remove()).data).toMatchObject({ status: 'pending_approval' })
      expect(sent()).toHaveLength(1)
    },
  )

  it('is of no use when the account is deleted, or the call would use another one', async () => {
    verifies('sessions.approvals.change', 'sessions.approvals.bound')
    const first = await startApproved('swapped')
    await notes.connect('swapped', 'a-newer-key')
    expect((await first.remove()).data).toMatchObject({ status: 'pending_approval' })
    await notes.service.client.connectedAccounts.delete({ params: { nanoid: first.account } })
    expect((await first.remove()).data).toMatchObject({ status: 'pending_approval' })
    expect(first.sent()).toEqual([])
  })

  it('goes with its toolkit, and with its session', async () => {
    verifies('sessions.approvals.change')
    await importToolkit(notes.service, {
      slug: 'brief',
      source: { openapi: openNotesApi(notes.upstream.url) },
    })
    const { sessions, toolkits } = notes.service.client
    const { session_id } = await sessions.create({ body: { user_id: 'ada', ...rules } })
    const remove = () =>
      sessions.execute({
        params: { session_id },
        body: { tool_slug: 'BRIEF_DELETE_NOTE', arguments: { id: 'brief' } },
      })
    const { data } = await remove()
    await sessions.decide({
      params: { session_id, approval_id: String(data['approval_id']) },
      body: { decision: 'approve' },
    })
    await toolkits.delete({ params: { slug: 'brief' } })
    await expect(remove()).rejects.toMatchObject({ status: 404 })

    const { params, approval, remove: again, sent } = await startApproved('gone')
    await sessions.delete({ params })
    await expect(again()).rejects.toMatchObject({ status: 404 })
    await expect(
      sessions.decide({
        params: { ...params, approval_id: approval },
        body: { decision: 'approve' },
      }),
    ).rejects.toMatchObject({ status: 404 })
    expect([
      ...sent(),
      ...notes.upstream.received.filter(({ url }) => url === '/notes/brief'),
    ]).toEqual([])
  })

  it('of a tool opens no way past the tools of its toolkit', async () => {
    verifies('sessions.limits.proxy')
    const { params } = await startApproved('proxied')
    const before = notes.upstream.received.length
    const request = { toolkit_slug: 'notes', endpoint: '/notes/proxied', method: 'DELETE' as const }
    await expect(
      notes.service.client.sessions.proxyExecute({ params, body: request }),
    ).rejects.toMatchObject({ status: 403 })
    expect(notes.upstream.received).toHaveLength(before)
  })

  it('is used up by one of equal calls in one request', async () => {
    verifies('sessions.approvals.once')
    const { params, call, sent } = await startApproved('twins')
    const data = await runMeta(params, 'SVC_MULTI_EXECUTE_TOOL', { tools: [call, call, call] })
    expect(data).toMatchObject({ succeeded: 1, failed: 2 })
    expect(sent()).toHaveLength(1)
  })

  it('is used up by one call, through whichever doors they come at a time', async () => {
    verifies('sessions.approvals.once')
    const { params, call, remove, sent, statuses } = await startApproved('doors')
    const tools = [call, call]
    const answers = await Promise.all([
      remove(),
      runMeta(params, 'SVC_MULTI_EXECUTE_TOOL', { tools }),
      runMeta(params, 'SVC_REMOTE_WORKBENCH', {
        code: `return tools.callMany(${JSON.stringify(tools)})`,
      }),
      remove(),
    ])
    expect(JSON.stringify(answers).match(/pending_approval/g)?.length).toBeGreaterThan(0)
    expect(sent()).toHaveLength(1)
    expect((await statuses()).filter((status) => status === 'used')).toHaveLength(1)
  })

  it('does not make a request run again that is repeated with its key', async () => {
    verifies('sessions.approvals.once')
    const { params, call, sent } = await startApproved('repeated')
    const repeat = () =>
      notes.service.request('POST', `/api/v3/tool_router/session/${params.session_id}/execute`, {
        body: call,
        headers: { 'x-api-key': notes.service.apiKey, 'idempotency-key': 'the-same' },
      })
    const [first, second] = [await repeat(), await repeat()]
    expect(first.body.error).toBeNull()
    expect(second.body).toEqual(first.body)
    expect(sent()).toHaveLength(1)
  })

  it.each([
    ['one more argument', { id: 'changed', force: true }],
    ['another letter case', { id: 'Changed' }],
    ['a number for a text', { id: 7 }],
    ['a path for an id', { id: 'changed/../other' }],
    ['nothing', {}],
  ])('is of no use with %s', async (name, given) => {
    verifies('sessions.approvals.bound')
    const user = name === 'another letter case' ? 'changed' : `changed-${name.replaceAll(' ', '-')}`
    const { params, sent, statuses } = await startApproved(user)
    const { error } = await notes.service.client.sessions.execute({
      params,
      body: { tool_slug: 'NOTES_DELETE_NOTE', arguments: given },
    })
    expect(error).not.toBeNull()
    expect(sent()).toEqual([])
    expect(await statuses()).toContain('approved')
  })

  it('holds for the version of its session when the toolkit has a newer one', async () => {
    verifies('sessions.approvals.bound', 'sessions.versions.every-door')
    await importToolkit(notes.service, {
      slug: 'aging',
      source: { openapi: openNotesApi(notes.upstream.url) },
    })
    const { sessions } = notes.service.client
    const open = async () => ({
      session_id: (await sessions.create({ body: { user_id: 'ada', ...rules } })).session_id,
    })
    const params = await open()
    const remove = (session: { session_id: string }) =>
      sessions.execute({
        params: session,
        body: { tool_slug: 'AGING_DELETE_NOTE', arguments: { id: 'aging' } },
      })
    const { data } = await remove(params)
    await sessions.decide({
      params: { ...params, approval_id: String(data['approval_id']) },
      body: { decision: 'approve' },
    })
    await importToolkit(notes.service, {
      slug: 'aging',
      source: { openapi: openNotesApi(notes.upstream.url) },
    })
    expect((await remove(await open())).data).toMatchObject({ status: 'pending_approval' })
    expect((await remove(params)).error).toBeNull()
    expect((await remove(params)).data).toMatchObject({ status: 'pending_approval' })
    expect(notes.upstream.received.filter(({ url }) => url === '/notes/aging')).toHaveLength(1)
  })
})
