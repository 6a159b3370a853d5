import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'

type Auth = NonNullable<Parameters<TestService['client']['toolkits']['import']>[0]['body']['auth']>

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const importWith = (slug: string, auth: Auth) =>
  importToolkit(service, { slug, source: { openapi: notesApi('https://notes.example') }, auth })

const provider = {
  authorization_url: 'https://id.example/authorize',
  token_url: 'https://id.example/token',
}

describe('the provider of tokens that an importer describes', () => {
  it.each<
    [Auth['scheme'], NonNullable<Auth['oauth']> | undefined, { operator: string[]; user: string[] }]
  >([
    [
      'OAUTH2',
      { ...provider, user_scope_parameter: 'user_scope' },
      { operator: ['client_id', 'client_secret', 'scopes', 'user_scopes'], user: [] },
    ],
    [
      'OAUTH2',
      { issuer: 'https://id.example', client_authentication: 'none' },
      { operator: ['client_id', 'scopes'], user: [] },
    ],
    ['DCR_OAUTH', { issuer: 'https://id.example' }, { operator: ['scopes'], user: [] }],
    [
      'S2S_OAUTH2',
      { token_url: 'https://{region}.id.example/token' },
      { operator: ['scopes'], user: ['client_id', 'client_secret'] },
    ],
    [
      'OAUTH1',
      { ...provider, request_token_url: 'https://id.example/request' },
      { operator: ['consumer_key', 'consumer_secret'], user: [] },
    ],
    [
      'BASIC_WITH_JWT',
      { token_url: '{base_url}/login' },
      { operator: [], user: ['username', 'password'] },
    ],
    [
      'SERVICE_ACCOUNT',
      {
        token_url: 'https://id.example/{installation_id}/tokens',
        assertion: { lifetime_seconds: 60 },
      },
      { operator: [], user: ['application_id', 'installation_id', 'private_key'] },
    ],
    [
      'GOOGLE_SERVICE_ACCOUNT',
      undefined,
      { operator: ['scopes'], user: ['credentials_json', 'subject'] },
    ],
  ])('sets up %s with its fields', async (scheme, oauth, { operator, user }) => {
    verifies('imports.auth.oauth')
    const slug = `${scheme.toLowerCase()}_${operator.length}`
    await importWith(slug, {
      scheme,
      ...(oauth && { oauth }),
      fields: [{ name: 'region', pattern: '*.example' }],
    })
    const { auth_config_details: [detail] = [] } = await service.client.toolkits.get({
      params: { slug },
    })
    const names = (
      lists: { required: { name: string }[]; optional: { name: string }[] } | undefined,
    ) => [...(lists?.required ?? []), ...(lists?.optional ?? [])].map(({ name }) => name).toSorted()
    expect(detail?.mode).toBe(scheme)
    expect(names(detail?.fields.auth_config_creation)).toEqual(operator.toSorted())
    expect(names(detail?.fields.connected_account_initiation)).toEqual(
      [...user, 'region'].toSorted(),
    )
  })

  it('must say where it is', async () => {
    verifies('imports.auth.oauth')
    const refused = async (auth: Auth) => {
      const { status, body } = await service.request('POST', '/api/v3/toolkits/import', {
        body: { slug: 'refused', source: { openapi: notesApi('https://notes.example') }, auth },
      })
      return { status, ...body.error }
    }
    expect(await refused({ scheme: 'OAUTH2' })).toMatchObject({
      status: 400,
      errors: [
        'body.auth.oauth.authorization_url: is required for OAUTH2',
        'body.auth.oauth.token_url: is required for OAUTH2',
      ],
    })
    expect(await refused({ scheme: 'DCR_OAUTH', oauth: provider })).toMatchObject({
      status: 400,
      errors: ['body.auth.oauth.registration_url: is required for DCR_OAUTH'],
    })
    expect(await refused({ scheme: 'OAUTH1', oauth: provider })).toMatchObject({
      status: 400,
      errors: ['body.auth.oauth.request_token_url: is required for OAUTH1'],
    })
    expect(await refused({ scheme: 'SAML' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('SAML'),
    })
  })

  it.each([
    'ftp://id.example/token',
    '/token',
    'https://user:pass@id.example/token',
    'https://id.example/token#part',
    'https://{}.example/token',
    'https://{a b}.example/token',
    'javascript:alert(1)',
    'https:// id.example',
  ])('is not at %s', async (token_url) => {
    verifies('imports.auth.oauth')
    const body = {
      slug: 'refused',
      source: { openapi: notesApi('https://notes.example') },
      auth: { scheme: 'S2S_OAUTH2', oauth: { token_url } },
    }
    const { status, body: answer } = await service.request('POST', '/api/v3/toolkits/import', {
      body,
    })
    expect(status).toBe(400)
    expect(answer.error.errors).toEqual([expect.stringContaining('token_url')])
  })

  it('may not have its answers replace the credential', async () => {
    verifies('imports.auth.oauth')
    const body = {
      slug: 'refused',
      source: { openapi: notesApi('https://notes.example') },
      auth: { scheme: 'OAUTH2', oauth: { ...provider, keep: { x: 'client_secret' } } },
    }
    expect((await service.request('POST', '/api/v3/toolkits/import', { body })).status).toBe(400)
  })
})
