import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { applyCredential, secretTexts, toCredential } from '../../../src/service/accounts/index.ts'
import { findScheme } from '../../../src/service/auth-schemes/index.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

type Auth = NonNullable<Parameters<TestService['client']['toolkits']['import']>[0]['body']['auth']>

const secret = 'secret-0123456789'

/** A third party that echoes its headers. */
let upstream: Upstream
let service: TestService

beforeAll(async () => {
  upstream = await startUpstream(
    ({ headers }, response) =>
      json(response, 200, {
        authorization: headers.authorization ?? null,
        key: headers['x-api-key'] ?? null,
      }),
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host] })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const inAuthorization = (prefix: string) => ({
  scheme: 'API_KEY' as const,
  placements: [{ field: 'generic_api_key', in: 'header' as const, name: 'Authorization', prefix }],
})
const encoded = (text: string) => Buffer.from(text).toString('base64')

type Case = [
  name: string,
  auth: Auth,
  val: Record<string, string>,
  sent: { authorization?: string; 'x-api-key'?: string },
  stored: Record<string, string>,
]

const cases: Case[] = [
  [
    'a token with blanks after it',
    { scheme: 'BEARER_TOKEN' },
    { token: `${secret}  ` },
    { authorization: `Bearer ${secret}` },
    { token: secret },
  ],
  [
    'a token with a blank before it and a line break after it',
    { scheme: 'BEARER_TOKEN' },
    { token: ` ${secret}\r\n` },
    { authorization: `Bearer ${secret}` },
    { token: secret },
  ],
  [
    'a token after the word "bearer"',
    { scheme: 'BEARER_TOKEN' },
    { token: ` bearer  ${secret}` },
    { authorization: `Bearer ${secret}` },
    { token: secret },
  ],
  [
    'a token that begins like the word "Bearer"',
    { scheme: 'BEARER_TOKEN' },
    { token: `Bearer-${secret}` },
    { authorization: `Bearer Bearer-${secret}` },
    { token: `Bearer-${secret}` },
  ],
  [
    'a key with blanks around it',
    { scheme: 'API_KEY' },
    { generic_api_key: `\t${secret} ` },
    { 'x-api-key': secret },
    { generic_api_key: secret },
  ],
  [
    'a key after the prefix of its header',
    inAuthorization('Token token='),
    { generic_api_key: `token Token=${secret}\n` },
    { authorization: `Token token=${secret}` },
    { generic_api_key: secret },
  ],
  [
    'a key that is the whole value of its header',
    inAuthorization(''),
    { generic_api_key: `Bearer ${secret} ` },
    { authorization: `Bearer ${secret}` },
    { generic_api_key: `Bearer ${secret}` },
  ],
  [
    'a key that begins with what it is sent with',
    inAuthorization('key-'),
    { generic_api_key: `KEY-${secret}` },
    { authorization: `KEY-${secret}` },
    { generic_api_key: `KEY-${secret}` },
  ],
  [
    'encoded name and password after the word "Basic"',
    { scheme: 'BASIC' },
    { basic_encoded: `Basic ${encoded(`ada:${secret}`)}\n` },
    { authorization: `Basic ${encoded(`ada:${secret}`)}` },
    { basic_encoded: encoded(`ada:${secret}`) },
  ],
  [
    'a password with blanks at its ends, which may be meant',
    { scheme: 'BASIC' },
    { username: ' ada ', password: ` ${secret} ` },
    { authorization: `Basic ${encoded(`ada: ${secret} `)}` },
    { username: 'ada', password: ` ${secret} ` },
  ],
]

it.each(cases.map((each, index) => [...each, index] as const))(
  '%s is sent as it was issued, and is redacted',
  async (_name, auth, val, sent, stored, index) => {
    verifies('auth-schemes.pasted')
    const slug = `pasted${index}`
    await importToolkit(service, { slug, source: { openapi: openNotesApi(upstream.url) }, auth })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug } },
    })
    const call = async (more: object) => {
      const { data } = await service.client.tools.execute({
        params: { tool_slug: `${slug.toUpperCase()}_LIST_NOTES` },
        body: { user_id: 'ada', ...more },
      })
      expect(upstream.received.at(-1)?.headers).toMatchObject(sent)
      expect(JSON.stringify(data)).toContain('[redacted]')
      for (const text of [secret, encoded(`ada: ${secret} `), encoded(`ada:${secret}`)])
        expect(JSON.stringify(data)).not.toContain(text)
    }
    await call({
      custom_connection_data: { toolkitSlug: slug, authScheme: auth.scheme, val },
    })

    const { id } = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme: auth.scheme, val } },
      },
    })
    await call({})
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: false },
    })
    const { state } = await service.client.connectedAccounts.get({ params: { nanoid: id } })
    expect(state.val).toMatchObject(stored)
  },
)

it('a credential of which nothing is left is refused, as one that is missing is', async () => {
  verifies('auth-schemes.pasted')
  await importToolkit(service, {
    slug: 'blank',
    source: { openapi: openNotesApi(upstream.url) },
    auth: { scheme: 'BEARER_TOKEN' },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'blank' } },
  })
  for (const token of ['  ', ' Bearer ']) {
    const { status, body } = await service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme: 'BEARER_TOKEN', val: { token } } },
      },
    })
    expect([status, body.error.errors]).toEqual([
      400,
      ['body.connection.state.val: token is required'],
    ])
  }
})

it('what an earlier version stored as it came is sent and redacted without the blanks', () => {
  verifies('auth-schemes.pasted')
  const parts = findScheme('BEARER_TOKEN')?.define({})
  if (!parts) throw new Error('No such scheme')
  const credential = toCredential({
    account: { values: { token: ' Bearer secret-of-old  ' } },
    authConfig: {
      scheme: { mode: 'BEARER_TOKEN', name: 'bearer', ...parts },
      sharedCredentials: {},
    } as unknown as Parameters<typeof toCredential>[0]['authConfig'],
  })
  const { headers } = applyCredential(credential, {
    method: 'GET',
    url: 'https://notes.example/',
    headers: {},
  })
  expect(headers).toEqual({ authorization: 'Bearer secret-of-old' })
  expect(secretTexts(credential)).toContain('secret-of-old')
})
