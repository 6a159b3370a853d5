import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { openNotesApi } from '../support/notes-api.ts'
import { addToolkit, writeRecipes } from '../support/own-recipes.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../support/start-authorization-server.ts'
import { startService } from '../support/start-service.ts'
import { runCli, startDev, temporaryFolder, type RunningDev } from './run-cli.ts'
import { isThorough } from '../support/thorough.ts'

const secret = 'operators-secret-canary-0123456789'

const data = temporaryFolder({ keep: true })
const file = join(data, 'oauth-apps.json')
let idp: AuthorizationServer
let dev: RunningDev
let recipes: Awaited<ReturnType<typeof writeRecipes>>

beforeAll(async () => {
  idp = await startAuthorizationServer({
    keep: true,
    clients: [
      {
        client_id: 'operators-app',
        client_secret: secret,
        redirect_uris: ['https://plugboard.example/oauth/callback/app_notes'],
      },
    ],
  })
  const oauth = { authorization_url: idp.authorizationUrl, token_url: idp.tokenUrl }
  const shop = 'https://{shop}.shops.example'
  recipes = await writeRecipes(
    {
      notes: { oauth },
      own: { oauth },
      absent: { oauth },
      keyed: { scheme: 'API_KEY' },
      shops: {
        oauth: { authorization_url: `${shop}/authorize`, token_url: `${shop}/token` },
        fields: [{ name: 'shop' }],
      },
    },
    { keep: true },
  )
  dev = await startDev(
    ['--data', data],
    { PLUGBOARD_RECIPES: recipes.folder, PLUGBOARD_PUBLIC_URL: 'https://plugboard.example' },
    { keep: true },
  )
  for (const slug of ['notes', 'keyed', 'shops']) await addToolkit(at(dev), slug)
  await importToolkit(at(dev), {
    slug: 'own',
    source: { openapi: openNotesApi('https://own.example') },
    auth: { scheme: 'OAUTH2', oauth },
  })
})
afterAll(async () => {
  const { stdout, stderr } = await dev.stop()
  expect(stdout + stderr).not.toContain(secret)
  await Promise.all([idp.close(), recipes.remove()])
  rmSync(dirname(data), { recursive: true })
})

const at = ({ url, apiKey }: RunningDev) => ({ client: createClient({ baseUrl: url, apiKey }) })

const setup = (args: string[], input = '', from = data) =>
  runCli(['toolkits', 'setup', ...args, '--managed', '--data', from], { input })

const values = ['--value', 'client_id=operators-app', '--value', 'client_secret=-']

const managedOf = async (slug: string) =>
  (await at(dev).client.toolkits.get({ params: { slug } })).svc_managed_auth_schemes

it('writes the application of a toolkit of the catalogue, which the running service uses', async () => {
  verifies('cli.toolkits.setup-managed')
  const first = await setup(['notes', '--scope', 'read'])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('https://plugboard.example/oauth/callback/app_notes')
  expect(first.stdout).toContain('--managed --value client_id=… --value client_secret=-')
  expect(existsSync(file)).toBe(false)

  const refused = await setup(['notes', ...values], 'wrong-secret-0123456789')
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.stderr).toContain('Nothing was stored')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({})
  expect(await managedOf('notes')).toEqual([])
  expect((await at(dev).client.authConfigs.list()).items).toEqual([])

  const done = await setup(['notes', '--scope', 'read', '--json', ...values], secret)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(done.stdout)).toMatchObject({
    toolkit: 'notes',
    auth_scheme: 'OAUTH2',
    redirect_uri: 'https://plugboard.example/oauth/callback/app_notes',
    scopes: ['read'],
    auth_config_id: expect.stringMatching(/^ac_/),
    application: 'accepted',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    notes: {
      client_id: 'operators-app',
      client_secret: secret,
      auth_scheme: 'OAUTH2',
      scopes: ['read'],
    },
  })
  expect(await managedOf('notes')).toEqual(['OAUTH2'])
  const account = await at(dev).client.connectedAccounts.create({
    body: {
      auth_config: { id: JSON.parse(done.stdout).auth_config_id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
      },
    },
  })
  expect(new URL(account.redirect_url ?? '').searchParams.get('client_id')).toBe('operators-app')
  for (const { stdout, stderr } of [first, refused, done])
    expect(stdout + stderr).not.toMatch(/canary|wrong-secret/)
})

it.runIf(isThorough)(
  'is for toolkits of the catalogue that the project has from there',
  async () => {
    verifies('cli.toolkits.setup-managed')
    for (const [slug, message, fix] of [
      ['unknown', 'The catalogue has no toolkit "unknown"', 'plugboard toolkits available'],
      ['absent', 'is not added yet', 'plugboard toolkits add absent'],
      ['own', 'imported its toolkit "own" itself', 'plugboard toolkits add own --replace'],
      ['keyed', 'cannot have a managed application', 'plugboard toolkits setup keyed'],
      ['shops', 'does not use the application', 'hosts'],
    ] as const) {
      const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
      const { code, stderr } = await setup([slug, ...values], secret)
      expect([slug, code, stderr]).toEqual([slug, 1, expect.stringContaining(message)])
      expect(stderr).toContain(fix)
      expect(stderr).not.toContain(secret)
      expect(JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}')).toEqual(
        JSON.parse(before ?? '{}'),
      )
    }
  },
)

it('leaves a file alone that it cannot read', async () => {
  verifies('cli.toolkits.setup-managed')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
  writeFileSync(file, '{"notes": ')
  const { code, stderr } = await setup(['notes', ...values], secret)
  expect([code, stderr]).toEqual([1, expect.stringContaining('left as it is')])
  expect(readFileSync(file, 'utf8')).toBe('{"notes": ')
  writeFileSync(file, before)
})

it.runIf(isThorough)(
  'refuses any service but a plugboard dev that runs on this machine',
  async () => {
    verifies('cli.toolkits.setup-managed')
    const none = await setup(['notes', ...values], secret, temporaryFolder())
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is for a plugboard dev on this machine'),
    })
    expect(none.stderr).toContain('PLUGBOARD_OAUTH_APPS')

    const other = await startService()
    const elsewhere = await setup(['notes', ...values, '--url', other.url], secret)
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining(other.url) })

    const stopped = temporaryFolder()
    const { stop } = await startDev(['--data', stopped])
    await stop()
    expect(await setup(['notes', ...values], secret, stopped)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not running'),
    })
    expect(existsSync(join(stopped, 'oauth-apps.json'))).toBe(false)
  },
)
