import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { notesSecret, startNotesService, type NotesService } from '../support/notes-service.ts'
import { notesApi, openNotesApi } from '../support/notes-api.ts'

let notes: NotesService

beforeAll(async () => {
  notes = await startNotesService({
    status: ({ headers }) => (headers['x-notes-key'] === 'revoked' ? 401 : 200),
    answer: ({ url }) => (url === '/me' ? { login: 'ada-lovelace' } : { url }),
  })
})
afterAll(() => notes.close())

const diagnose = (slug: string, body: Record<string, unknown> = {}) =>
  notes.service.client.toolkits.diagnose({ params: { slug }, body })

const doctor = (args: string[]) =>
  runCli([
    'toolkits',
    'doctor',
    ...args,
    '--url',
    notes.service.url,
    '--api-key',
    notes.service.apiKey,
  ])

describe('the diagnosis of a toolkit', () => {
  it('is ready when nothing is missing, and calls nothing without a user', async () => {
    verifies('toolkits.diagnose')
    const before = notes.upstream.received.length
    expect(await diagnose('notes')).toMatchObject({
      verdict: 'ready',
      problems: [],
      accounts: [],
      call: null,
    })
    expect(notes.upstream.received.length).toBe(before)
  })

  it('repeats what the import warned of, with the command that supplies it', async () => {
    verifies('toolkits.diagnose', 'cli.toolkits.doctor')
    const { servers: _none, ...document } = openNotesApi('https://unused.example')
    const report = await importToolkit(notes.service, {
      slug: 'nowhere',
      source: { openapi: document },
    })
    expect(report.verdict).toBe('incomplete')
    const { verdict, problems } = await diagnose('nowhere')
    expect([verdict, problems]).toEqual(['incomplete', report.warnings])
    const { code, stdout } = await doctor(['nowhere'])
    expect(code).toBe(1)
    expect(stdout).toContain('Verdict: incomplete')
    expect(stdout).toContain('base_url')
  })

  it('names the missing application of a toolkit that users connect by OAuth', async () => {
    verifies('toolkits.diagnose')
    await importToolkit(notes.service, {
      slug: 'mail',
      source: { openapi: openNotesApi('https://mail.example') },
      auth: {
        scheme: 'OAUTH2',
        oauth: {
          authorization_url: 'https://mail.example/authorize',
          token_url: 'https://mail.example/token',
        },
      },
    })
    expect((await diagnose('mail')).problems).toContainEqual(
      expect.objectContaining({
        code: 'no_application',
        blocking: true,
        fix: 'Run: plugboard toolkits setup mail',
      }),
    )
    await notes.service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'mail' },
        auth_config: { credentials: { client_id: 'a', client_secret: 'b' } },
      },
    })
    expect((await diagnose('mail')).problems.map(({ code }) => code)).not.toContain(
      'no_application',
    )
  })
})

describe('the diagnosis of a user', () => {
  it('makes one read-only call with the account, and says whether it worked', async () => {
    verifies('toolkits.diagnose.call', 'cli.toolkits.doctor')
    await notes.connect('ada')
    const before = notes.upstream.received.length
    const found = await diagnose('notes', { user_id: 'ada' })
    expect(found).toMatchObject({
      verdict: 'ready',
      accounts: [{ status: 'ACTIVE' }],
      call: { tool_slug: 'NOTES_LIST_NOTES', successful: true, error: null },
    })
    const [call, ...more] = notes.upstream.received.slice(before)
    expect([call?.method, call?.headers['x-notes-key'], more]).toEqual(['GET', notesSecret, []])
    const text = await doctor(['notes', '--user', 'ada'])
    expect([text.code, text.stderr]).toEqual([0, ''])
    expect(text.stdout).toMatch(/Verdict: ready\n[^]*Called NOTES_LIST_NOTES: successful/)
  })

  it('reports a key that the API refuses, an account that is missing, and one that is disabled', async () => {
    verifies('toolkits.diagnose.call')
    await notes.connect('bob', 'revoked')
    expect(await diagnose('notes', { user_id: 'bob' })).toMatchObject({
      verdict: 'incomplete',
      problems: [{ code: 'call_failed', message: expect.stringContaining('401') }],
      call: { successful: false },
    })
    expect(await diagnose('notes', { user_id: 'bob', call: false })).toMatchObject({
      verdict: 'ready',
      call: null,
    })
    expect(await diagnose('notes', { user_id: 'eve' })).toMatchObject({
      verdict: 'incomplete',
      problems: [{ code: 'no_account', fix: 'Run: plugboard connect notes --user eve' }],
      call: null,
    })
    const id = await notes.connect('dan')
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: id },
      body: { enabled: false },
    })
    expect((await diagnose('notes', { user_id: 'dan' })).problems).toMatchObject([
      { code: 'account_unusable' },
    ])
  })

  it('asks by the request of the recipe where it has one, and shows whose account it is', async () => {
    verifies('toolkits.diagnose.verification', 'cli.toolkits.doctor')
    await importToolkit(notes.service, {
      source: { openapi: notesApi(notes.upstream.url) },
      recipe: {
        recipe: 1,
        slug: 'verified',
        name: 'Verified',
        description: { kind: 'openapi' },
        account: { verification: { request: { path: '/me' }, identity: { login: 'login' } } },
      },
    })
    const { auth_config } = await notes.service.client.authConfigs.create({
      body: { toolkit: { slug: 'verified' } },
    })
    for (const [user_id, generic_api_key] of [
      ['ada', notesSecret],
      ['bob', 'revoked'],
    ] as const)
      await notes.service.client.connectedAccounts.create({
        body: {
          auth_config: { id: auth_config.id },
          connection: { user_id, state: { authScheme: 'API_KEY', val: { generic_api_key } } },
        },
      })
    const before = notes.upstream.received.length
    expect(await diagnose('verified', { user_id: 'ada' })).toMatchObject({
      verdict: 'ready',
      call: {
        tool_slug: null,
        request: 'GET /me',
        successful: true,
        identity: { login: 'ada-lovelace', email: null },
      },
    })
    expect(notes.upstream.received.slice(before).map(({ url }) => url)).toEqual(['/me'])
    const text = await doctor(['verified', '--user', 'ada'])
    expect([text.code, text.stderr]).toEqual([0, ''])
    expect(text.stdout).toContain("Called GET /me: it is ada-lovelace's account")
    expect(await diagnose('verified', { user_id: 'bob' })).toMatchObject({
      verdict: 'incomplete',
      problems: [
        {
          code: 'call_failed',
          message: 'GET /me failed: "Verified" refused the credential (401)',
        },
      ],
      call: { successful: false, identity: null },
    })
  })

  it('calls no tool that the auth config does not allow', async () => {
    verifies('toolkits.diagnose.call')
    const { auth_config } = await notes.service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: { tool_access_config: { tools_available_for_execution: ['NOTES_GET_NOTE'] } },
      },
    })
    await notes.service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'fay',
          state: { authScheme: 'API_KEY', val: { generic_api_key: notesSecret } },
        },
      },
    })
    expect(await diagnose('notes', { user_id: 'fay' })).toMatchObject({
      verdict: 'ready',
      call: null,
    })
  })
})
