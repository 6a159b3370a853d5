import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { ask } from '../mcp/protocol/speak.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const tool_slug = 'NOTES_LIST_NOTES'

const open = async (user_id: string, rules: Record<string, unknown> = {}) => {
  const { session_id } = await notes.service.client.sessions.create({
    body: { user_id, manage_connections: false, ...rules },
  })
  return { params: { session_id } }
}

type Door = (user: string, account: string) => Promise<string>

const textOf = (error: unknown): string => (error as Error).message

/** How a caller is told that a call with this account of the user was not made. */
const doors: Record<string, Door> = {
  'tools/execute': async (user_id, connected_account_id) =>
    String(
      (
        await notes.service.client.tools.execute({
          params: { tool_slug },
          body: { user_id, connected_account_id },
        })
      ).error,
    ),
  'execute of a session': async (user, account) =>
    String(
      (
        await notes.service.client.sessions.execute({
          ...(await open(user)),
          body: { tool_slug, account },
        })
      ).error,
    ),
  'multi-execute': async (user, account) => {
    const body = {
      tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
      arguments: { tools: [{ tool_slug, account }] },
    }
    const { data } = await notes.service.client.sessions.execute({ ...(await open(user)), body })
    return (data['results'] as { error: string }[])[0]?.error ?? ''
  },
  'proxy_execute of a session': async (user, account) => {
    const body = { toolkit_slug: 'notes', endpoint: '/notes', method: 'GET' as const, account }
    return notes.service.client.sessions
      .proxyExecute({ ...(await open(user)), body })
      .then(String, textOf)
  },
  'MCP of a session': async (user, account) => {
    const { params } = await open(user)
    const call = { name: 'SVC_MULTI_EXECUTE_TOOL', arguments: { tools: [{ tool_slug, account }] } }
    const { body } = await ask(
      `${notes.service.url}/mcp/sessions/${params.session_id}`,
      'tools/call',
      call,
      { headers: { 'x-api-key': notes.service.apiKey } },
    )
    return JSON.stringify(body.result)
  },
}

describe.each(Object.entries(doors))('an account that a call of %s names', (name, door) => {
  const user = `user of ${name}`

  it('is said to be what it is: switched off, not ACTIVE, or under a disabled auth config', async () => {
    verifies('accounts.named')
    const account = await notes.connect(user)
    const { client } = notes.service
    const params = { nanoid: account }
    await client.connectedAccounts.setStatus({ params, body: { enabled: false } })
    expect(await door(user, account)).toContain(`The connected account ${account} is switched off`)
    await client.connectedAccounts.setStatus({ params, body: { enabled: true } })

    const setStatus = (status: 'ENABLED' | 'DISABLED') =>
      client.authConfigs.setStatus({ params: { nanoid: notes.authConfigId, status } })
    await setStatus('DISABLED')
    const refused = await door(user, account)
    await setStatus('ENABLED')
    expect(refused).toContain(
      `The connected account ${account} belongs to the auth config ${notes.authConfigId}, which is disabled`,
    )
  })

  it("is said to be another user's only to who may know that", async () => {
    verifies('accounts.named', 'accounts.named.others')
    const others = await notes.connect(`another ${user}`)
    const sent = notes.upstream.received.length
    const [known, unknown] = [
      await door(user, others),
      await door(user, 'ca_unknown').catch(textOf),
    ]
    expect(notes.upstream.received).toHaveLength(sent)
    if (name === 'tools/execute')
      return expect(known).toContain(`The connected account ${others} belongs to another user than`)
    expect(known).toContain(`has no connected account ${others}`)
    expect(known.replaceAll(others, 'ca_unknown').replaceAll(/log_\w+/g, '')).toBe(
      unknown.replaceAll(/log_\w+/g, ''),
    )
  })
})

it('the accounts that a session names are each said to be what they are', async () => {
  verifies('accounts.named')
  const ids = [await notes.connect('named'), await notes.connect('named')]
  for (const nanoid of ids)
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid },
      body: { enabled: false },
    })
  const { error } = await notes.service.client.sessions.execute({
    ...(await open('named', { connected_accounts: { notes: ids } })),
    body: { tool_slug },
  })
  for (const id of ids) expect(error).toContain(`The connected account ${id} is switched off`)
})

it('an account of another toolkit, and one that sessions may not use, are said to be so', async () => {
  verifies('accounts.named')
  const account = await notes.connect('limited')
  const { client } = notes.service
  const update = (is_enabled_for_tool_router: boolean) =>
    client.authConfigs.update({
      params: { nanoid: notes.authConfigId },
      body: { type: 'custom', is_enabled_for_tool_router },
    })
  await update(false)
  const { error } = await client.sessions.execute({
    ...(await open('limited')),
    body: { tool_slug, account },
  })
  await update(true)
  expect(error).toContain('which sessions may not use')

  await importToolkit(notes.service, {
    slug: 'other',
    source: { openapi: notesApi(notes.upstream.url) },
  })
  const called = await client.tools.execute({
    params: { tool_slug: 'OTHER_LIST_NOTES' },
    body: { connected_account_id: account },
  })
  expect(called.error).toContain(
    `The connected account ${account} is one of the toolkit "notes", not of "other"`,
  )
})
