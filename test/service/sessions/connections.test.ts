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

const open = async (user: string, rules: Record<string, unknown> = {}) => ({
  params: {
    session_id: (await notes.service.client.sessions.create({ body: { user_id: user, ...rules } }))
      .session_id,
  },
})

describe('link', () => {
  const link = async (session: { params: { session_id: string } }) =>
    notes.service.client.sessions.link({ ...session, body: { toolkit: 'notes' } })

  it('leads to a new account, or to that which the session names', async () => {
    verifies('sessions.link.bound')
    const { connectedAccounts } = notes.service.client
    const waiting = await connectedAccounts.link({
      body: { auth_config_id: notes.authConfigId, user_id: 'ada' },
    })
    expect((await link(await open('ada'))).connected_account_id).not.toBe(
      waiting.connected_account_id,
    )
    const bound = await link(
      await open('ada', { connected_accounts: { notes: waiting.connected_account_id } }),
    )
    expect(bound.connected_account_id).toBe(waiting.connected_account_id)
    expect(bound.redirect_url).not.toBe(waiting.redirect_url)
  })

  it('is refused where the session names only accounts that are connected, since another would not be used', async () => {
    verifies('sessions.link.bound')
    const account = await notes.connect('bob')
    await expect(
      link(await open('bob', { connected_accounts: { notes: account } })),
    ).rejects.toMatchObject({
      status: 422,
      suggestedFix: expect.stringContaining('connected_accounts'),
    })
    expect((await link(await open('bob'))).connected_account_id).not.toBe(account)
  })
})

describe('the auth config of a link', () => {
  const createMail = async (credentials: Record<string, string> = {}): Promise<string> =>
    (
      await notes.service.client.authConfigs.create({
        body: { toolkit: { slug: 'mail' }, auth_config: { credentials } },
      })
    ).auth_config.id

  it('is the newest under which a user can be connected, before one that lacks its application', async () => {
    verifies('sessions.link.auth-config', 'accounts.link.application')
    const { client } = notes.service
    await importToolkit(notes.service, {
      slug: 'mail',
      source: { openapi: openNotesApi(notes.upstream.url) },
      auth: {
        scheme: 'OAUTH2',
        oauth: {
          authorization_url: 'https://id.example/authorize',
          token_url: 'https://id.example/token',
        },
      },
    })
    const session = await open('eve', { toolkits: ['mail'] })
    const link = () => client.sessions.link({ ...session, body: { toolkit: 'mail' } })
    const manage = async () =>
      (
        await client.sessions.executeMeta({
          ...session,
          body: { slug: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: ['mail'] } },
        })
      ).data['results']
    const authConfigOf = async (nanoid: string) =>
      (await client.connectedAccounts.get({ params: { nanoid } })).auth_config.id

    const complete = await createMail({ client_id: 'app-1', client_secret: 'secret-of-app-1' })
    const begun = await createMail()
    expect(await authConfigOf((await link()).connected_account_id)).toBe(complete)
    const [offered] = (await manage()) as { connected_account_id: string }[]
    expect(await authConfigOf(offered?.connected_account_id ?? '')).toBe(complete)

    await client.authConfigs.delete({ params: { nanoid: complete } })
    await expect(link()).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(begun),
      suggestedFix: expect.stringContaining('plugboard toolkits setup mail'),
    })
  })

  it('is none where the toolkit needs no connection', async () => {
    verifies('sessions.link.no-auth')
    await expect(
      notes.service.client.sessions.link({ ...(await open('eve')), body: { toolkit: 'open' } }),
    ).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('"open" needs no connection'),
      suggestedFix: expect.stringMatching(/without a connection.*--slug open --auth/),
    })
  })
})

describe('a connection that calls cannot use', () => {
  it.each([
    [
      'whose account is switched off',
      (account: string, enabled: boolean) =>
        notes.service.client.connectedAccounts.setStatus({
          params: { nanoid: account },
          body: { enabled },
        }),
    ],
    [
      'whose auth config is disabled',
      (_account: string, enabled: boolean) =>
        notes.service.client.authConfigs.setStatus({
          params: { nanoid: notes.authConfigId, status: enabled ? 'ENABLED' : 'DISABLED' },
        }),
    ],
    [
      'whose auth config is not for sessions',
      (_account: string, enabled: boolean) =>
        notes.service.client.authConfigs.update({
          params: { nanoid: notes.authConfigId },
          body: { type: 'custom', is_enabled_for_tool_router: enabled },
        }),
    ],
  ])('%s counts as none wherever the session speaks of it', async (name, set) => {
    verifies(
      'sessions.connections.usable',
      'sessions.toolkits.connected',
      'sessions.search.connections',
    )
    const account = await notes.connect(`user ${name}`)
    const session = await open(`user ${name}`, { toolkits: ['notes'] })
    const { sessions } = notes.service.client
    const look = async () => {
      const found = await sessions.search({
        ...session,
        body: { queries: [{ use_case: 'list notes' }] },
      })
      const schemas = await sessions.executeMeta({
        ...session,
        body: { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: ['NOTES_LIST_NOTES'] } },
      })
      return {
        listed:
          (await sessions.toolkits({ ...session, query: { is_connected: true } })).total_items ===
          1,
        search: found.toolkit_connection_statuses[0]?.has_active_connection,
        schemas: (
          schemas.data['toolkit_connection_statuses'] as { has_active_connection: boolean }[]
        )[0]?.has_active_connection,
        execute:
          (await sessions.execute({ ...session, body: { tool_slug: 'NOTES_LIST_NOTES' } }))
            .error === null,
        proxy: await sessions
          .proxyExecute({
            ...session,
            body: { toolkit_slug: 'notes', endpoint: '/notes', method: 'GET' },
          })
          .then(
            () => true,
            () => false,
          ),
      }
    }
    await set(account, false)
    const meanwhile = await look()
    await set(account, true)
    expect(meanwhile).toEqual({
      listed: false,
      search: false,
      schemas: false,
      execute: false,
      proxy: false,
    })
    expect(await look()).toEqual({
      listed: true,
      search: true,
      schemas: true,
      execute: true,
      proxy: true,
    })
  })

  it('is shown with its status where all toolkits are listed', async () => {
    const account = await notes.connect('carol')
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: false },
    })
    const { items } = await notes.service.client.sessions.toolkits({
      ...(await open('carol', { toolkits: ['notes'] })),
      query: {},
    })
    expect(items).toMatchObject([{ slug: 'notes', connected_account: { id: account } }])
  })
})

it('where the user has several accounts and must name one, answers say which there are', async () => {
  verifies('sessions.account.explicit')
  const first = await notes.connect('dora')
  const second = await notes.connect('dora')
  const { sessions } = notes.service.client
  const statusIn = async (rules: Record<string, unknown>) =>
    (
      await sessions.search({
        ...(await open('dora', rules)),
        body: { queries: [{ use_case: 'list notes' }] },
      })
    ).toolkit_connection_statuses.find(({ toolkit }) => toolkit === 'notes')
  expect(await statusIn({ multi_account: { require_explicit_selection: true } })).toMatchObject({
    has_active_connection: true,
    connection_details: {
      connected_accounts: [{ connected_account_id: second }, { connected_account_id: first }],
    },
    status_message: expect.stringContaining('`account`'),
  })
  expect(await statusIn({})).toMatchObject({ connection_details: { connected_account_id: second } })
})
