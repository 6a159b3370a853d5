import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { runCli } from '../../cli/run-cli.ts'

const application = { client_id: 'app-1', client_secret: 'app-secret-0123456789-0123456789' }

let server: AuthorizationServer
let service: TestService

beforeAll(async () => {
  server = await startAuthorizationServer({
    clients: [application],
    redirectUris: ['https://app.example/callback'],
    keep: true,
  })
  service = await startService({ keep: true, egressAllow: [server.host] })
  const oauth = { authorization_url: server.authorizationUrl, token_url: server.tokenUrl }
  const openapi = openNotesApi('https://notes.example')
  await importToolkit(service, {
    slug: 'mail',
    source: { openapi },
    auth: { scheme: 'OAUTH2', oauth },
  })
  await importToolkit(service, { slug: 'open', source: { openapi } })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi('https://notes.example') },
  })
})
afterAll(async () => {
  await service.close()
  await server.close()
})

const create = (slug: string, auth_config: Record<string, unknown>) =>
  service.request('POST', '/api/v3/auth_configs', { body: { toolkit: { slug }, auth_config } })

const createId = async (slug: string, auth_config: Record<string, unknown>): Promise<string> => {
  const { body } = await create(slug, auth_config)
  return body.auth_config.id as string
}

const check = (nanoid: string) => service.client.authConfigs.check({ params: { nanoid } })

describe('credentials of an auth config', () => {
  it.each([
    ['open', { client_id: 'a', client_secret: 'b' }, 'has no authentication'],
    ['notes', { client_id: 'a' }, 'cannot use these credentials: "client_id"'],
    ['notes', { generic_api_key: 'k' }, 'cannot use these credentials: "generic_api_key"'],
    ['mail', { ...application, clientid: 'a' }, 'cannot use these credentials: "clientid"'],
  ])('are refused where the scheme of %s has no use for them', async (slug, credentials, text) => {
    verifies('auth-configs.credentials.usable')
    const { status, body } = await create(slug, { credentials })
    expect([status, body.error.message]).toEqual([422, expect.stringContaining(text)])
    expect(JSON.stringify(body)).not.toContain(application.client_secret)
  })

  it('are refused in an update too, and nothing of it is stored', async () => {
    verifies('auth-configs.credentials.usable')
    const id = await createId('mail', { credentials: application })
    const { status } = await service.request('PATCH', `/api/v3/auth_configs/${id}`, {
      body: { type: 'custom', name: 'Other', credentials: { clientid: 'a' } },
    })
    expect(status).toBe(400)
    expect((await service.client.authConfigs.get({ params: { nanoid: id } })).name).not.toBe(
      'Other',
    )
  })
})

describe('an auth config without an OAuth application', () => {
  it('sends no user anywhere: a link names the command that sets it up', async () => {
    verifies('accounts.link.application')
    const id = await createId('mail', {})
    const { status, body } = await service.request('POST', '/api/v3/connected_accounts/link', {
      body: { auth_config_id: id, user_id: 'ada' },
    })
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      message: expect.stringContaining('has no client_id'),
      suggested_fix: expect.stringContaining('plugboard toolkits setup mail'),
    })
    const { items } = await service.client.connectedAccounts.list({ query: { user_ids: ['ada'] } })
    expect(items).toEqual([])
  })
})

describe('checking an application', () => {
  it('asks the provider, and says what it answered', async () => {
    verifies('auth-configs.check')
    const known = await createId('mail', { credentials: application })
    expect(await check(known)).toMatchObject({ application: 'accepted' })
    const wrong = await createId('mail', {
      credentials: { ...application, client_secret: 'another-secret-0123456789' },
    })
    const refused = await check(wrong)
    expect(refused).toMatchObject({
      application: 'refused',
      message: expect.stringContaining('client id and secret'),
    })
    expect(JSON.stringify(refused)).not.toContain('another-secret')
    expect(await check(await createId('mail', {}))).toMatchObject({ application: 'refused' })
  })

  it('does not know while the provider is away, and has nothing to ask for a key', async () => {
    verifies('auth-configs.check')
    const away = await startAuthorizationServer({ clients: [application], keep: true })
    await away.close()
    const gone = await startService({ egressAllow: [away.host] })
    await importToolkit(gone, {
      slug: 'mail',
      source: { openapi: openNotesApi('https://notes.example') },
      auth: {
        scheme: 'OAUTH2',
        oauth: { authorization_url: away.authorizationUrl, token_url: away.tokenUrl },
      },
    })
    const { auth_config } = await gone.client.authConfigs.create({
      body: { toolkit: { slug: 'mail' }, auth_config: { credentials: application } },
    })
    const answer = await gone.client.authConfigs.check({ params: { nanoid: auth_config.id } })
    expect(answer.application).toBe('unknown')
    const key = await createId('notes', {})
    expect(await check(key)).toMatchObject({
      application: 'unknown',
      message: expect.stringContaining('no OAuth application'),
    })
  })
})

describe('plugboard toolkits setup', () => {
  const run = (args: string[], input = '') =>
    runCli([...args, '--url', service.url, '--api-key', service.apiKey], { input })

  it('shows the redirect URI, keeps it over runs, refuses a wrong secret, and stores the right one', async () => {
    verifies('cli.toolkits.setup')
    await importToolkit(service, {
      slug: 'drive',
      source: { openapi: openNotesApi('https://notes.example') },
      auth: {
        scheme: 'OAUTH2',
        oauth: { authorization_url: server.authorizationUrl, token_url: server.tokenUrl },
      },
    })
    const before = await run(['connect', 'drive', '--user', 'ada'])
    expect([before.code, before.stderr]).toEqual([
      1,
      expect.stringContaining('plugboard toolkits setup drive'),
    ])
    const first = await run(['toolkits', 'setup', 'drive'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const uri = /Redirect URI {2}(\S+)/.exec(first.stdout)?.[1]
    expect(uri).toMatch(/\/oauth\/callback\/\w+$/)

    const values = ['--value', 'client_id=app-1', '--value', 'client_secret=-']
    const refused = await run(['toolkits', 'setup', 'drive', ...values], 'wrong-secret')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('does not accept')])
    expect(refused.stdout + refused.stderr).not.toContain('wrong-secret')

    const stored = await run(
      ['toolkits', 'setup', 'drive', '--scope', 'read', '--json', ...values],
      application.client_secret,
    )
    expect(stored).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(stored.stdout)).toMatchObject({
      redirect_uri: uri,
      scopes: ['read'],
      application: 'accepted',
    })
    const { items } = await service.client.authConfigs.list({ query: { toolkit_slug: ['drive'] } })
    expect(items).toMatchObject([
      { redirect_uri: uri, credentials: { client_id: 'app-1', scopes: ['read'] } },
    ])
    const linked = await run(['connect', 'drive', '--user', 'ada', '--json', '--timeout', '1'])
    expect(linked.stdout).toContain('"status":"INITIATED"')
  })

  describe('of a toolkit that is set up', () => {
    const newSecret = 'app-secret-9876543210-9876543210'
    const setUp = async (slug: string) => {
      const idp = await startAuthorizationServer({
        clients: [application, { ...application, client_id: 'app-2', client_secret: newSecret }],
        redirectUris: ['https://app.example/callback'],
      })
      const own = await startService({ egressAllow: [idp.host] })
      await importToolkit(own, {
        slug,
        source: { openapi: openNotesApi('https://notes.example') },
        auth: {
          scheme: 'OAUTH2',
          oauth: { authorization_url: idp.authorizationUrl, token_url: idp.tokenUrl },
        },
      })
      const setup = (args: string[], input = '') =>
        runCli(['toolkits', 'setup', slug, ...args, '--url', own.url, '--api-key', own.apiKey], {
          input,
        })
      const list = async () =>
        (await own.client.authConfigs.list({ query: { show_disabled: true } })).items
      const first = await setup(
        ['--scope', 'read', '--json', '--value', 'client_id=app-1', '--value', 'client_secret=-'],
        application.client_secret,
      )
      expect(first).toMatchObject({ code: 0, stderr: '' })
      return { own, setup, list, before: JSON.parse(first.stdout) as Record<string, unknown> }
    }

    it('shows its application, and links of sessions still work', async () => {
      verifies('cli.toolkits.setup.again')
      const { own, setup, list, before } = await setUp('acme')
      const shown = await setup([])
      expect(shown).toMatchObject({ code: 0, stderr: '' })
      expect(shown.stdout).toMatch(/Client id +app-1\n/)
      expect(shown.stdout).toContain(`Redirect URI  ${String(before['redirect_uri'])}\n`)
      expect(shown.stdout).toMatch(/Scopes +read\n/)
      expect(shown.stdout).toContain('plugboard toolkits setup acme --new')
      const json = await setup(['--json'])
      expect(JSON.parse(json.stdout)).toMatchObject({
        auth_config_id: before['auth_config_id'],
        is_set_up: true,
        credentials: { client_id: 'app-1' },
      })
      expect(shown.stdout + json.stdout).not.toContain(application.client_secret)
      expect(await list()).toHaveLength(1)
      const { session_id } = await own.client.sessions.create({ body: { user_id: 'ada' } })
      await own.client.sessions.link({ params: { session_id }, body: { toolkit: 'acme' } })
    })

    it('keeps its application when a secret is wrong, and takes scopes alone', async () => {
      verifies('cli.toolkits.setup.again')
      const { own, setup, list, before } = await setUp('acme')
      const wrong = await setup(['--value', 'client_secret=-'], 'wrong-secret')
      expect([wrong.code, wrong.stderr]).toEqual([
        1,
        expect.stringContaining('Nothing was changed'),
      ])
      const nanoid = String(before['auth_config_id'])
      const check = () => own.client.authConfigs.check({ params: { nanoid } })
      expect(await check()).toMatchObject({ application: 'accepted' })

      const right = await setup(['--value', 'client_secret=-'], application.client_secret)
      expect(right).toMatchObject({ code: 0, stderr: '' })
      expect(await setup(['--scope', 'write'])).toMatchObject({ code: 0, stderr: '' })
      expect(await list()).toMatchObject([
        { id: nanoid, credentials: { client_id: 'app-1', scopes: ['write'] } },
      ])
      expect(await check()).toMatchObject({ application: 'accepted' })
    })

    it('has another application only with --new', async () => {
      verifies('cli.toolkits.setup.again')
      const { setup, list, before } = await setUp('acme')
      const values = ['--value', 'client_id=app-2', '--value', 'client_secret=-']
      const refused = await setup(values, newSecret)
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Add --new')])
      const begun = await setup(['--new', '--json'])
      const uri = (JSON.parse(begun.stdout) as { redirect_uri: string }).redirect_uri
      expect(uri).not.toBe(before['redirect_uri'])
      expect(await setup(['--new', ...values], newSecret)).toMatchObject({ code: 0, stderr: '' })
      expect(await list()).toMatchObject([
        { redirect_uri: uri, credentials: { client_id: 'app-2' } },
        { id: before['auth_config_id'], credentials: { client_id: 'app-1' } },
      ])
    })
  })

  it('says that a toolkit with keys needs no application, and that one without auth sends none', async () => {
    verifies('cli.toolkits.setup')
    const keys = await run(['toolkits', 'setup', 'notes'])
    expect(keys).toMatchObject({ code: 0, stderr: '' })
    expect(keys.stdout).toContain('plugboard connect notes --user <id>')
    const open = await run(['toolkits', 'setup', 'open'])
    expect([open.code, open.stderr]).toEqual([1, expect.stringContaining('sends no credentials')])
  })
})
