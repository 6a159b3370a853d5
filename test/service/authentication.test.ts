import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basePath, type EndpointAuth } from '../../src/contract/endpoint.ts'
import { errorEnvelope } from '../../src/contract/errors.ts'
import { operations } from '../contract/operations.ts'
import { verifies } from '../requirements.ts'
import { createProject } from '../support/fill-project.ts'
import { createSharedDatabase } from '../support/shared-database.ts'
import { startService, type TestService } from '../support/start-service.ts'

let service: TestService
let headers: Record<KeyName, Record<string, string>>
beforeAll(async () => {
  service = await startService({ keep: true, logLevel: 'silent' })
  const { apiKey, userApiKey, orgApiKey } = service
  headers = {
    'no key': {},
    'an empty key': { 'x-api-key': '', 'x-user-api-key': '', 'x-org-api-key': '' },
    'wrong keys': {
      'x-api-key': 'pbk_wrong',
      'x-user-api-key': 'pbu_wrong',
      'x-org-api-key': 'pbo_wrong',
    },
    'a very long key': { 'x-api-key': apiKey + 'x'.repeat(5000) },
    'a key in the wrong letter case': { 'x-api-key': apiKey.toUpperCase() },
    "a project's key": { 'x-api-key': apiKey },
    "a user's key": { 'x-user-api-key': userApiKey },
    "a user's key beside a wrong one": { 'x-api-key': 'pbk_wrong', 'x-user-api-key': userApiKey },
    "the organization's key": { 'x-org-api-key': orgApiKey },
    "the organization's key in a project's header": {
      'x-api-key': orgApiKey,
      'x-user-api-key': orgApiKey,
    },
    "a project's key in the organization's header": { 'x-org-api-key': apiKey },
    'a bearer token': { authorization: `Bearer ${apiKey}` },
  }
})
afterAll(() => service.close())

type KeyName = keyof typeof opens

/** Which operations each way to carry a key opens (spec 5). */
const opens = {
  'no key': [],
  'an empty key': [],
  'wrong keys': [],
  'a very long key': [],
  'a key in the wrong letter case': [],
  "a project's key": ['project', 'owner'],
  "a user's key": ['project', 'owner'],
  "a user's key beside a wrong one": ['project', 'owner'],
  "the organization's key": ['organization', 'owner'],
  "the organization's key in a project's header": [],
  "a project's key in the organization's header": [],
  'a bearer token': [],
} as const satisfies Record<string, readonly EndpointAuth[]>

/**
 * A request whose body is not JSON and whose ids are none, so that nothing but the key can be wrong
 * first, and nothing is carried out.
 */
const sendNonsense = async (
  { method, path }: { method: string; path: string },
  headersOfKey: Record<string, string>,
) => {
  const abort = new AbortController()
  const response = await fetch(service.url + basePath + path.replaceAll(/\{\w+\}/g, 'no.id'), {
    method,
    headers: { ...headersOfKey, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{"not": json' }),
    signal: abort.signal,
  })
  // A stream of events has no end to wait for.
  if (response.headers.get('content-type')?.includes('json'))
    return { status: response.status, body: (await response.json()) as unknown }
  abort.abort()
  return { status: response.status, body: undefined }
}

describe.each(Object.entries(opens))('%s', (name, opened: readonly EndpointAuth[]) => {
  it(`opens ${opened.join(' and ') || 'no'} operations, whatever the request is`, async () => {
    verifies(
      'authentication.required',
      'authentication.invalid',
      'authentication.project-operations',
      'authentication.project-creation',
      'authentication.owner-operations',
      'authentication.first',
    )
    const refused: string[] = []
    for (const operation of operations) {
      const { status, body } = await sendNonsense(operation.endpoint, headers[name as KeyName])
      if (status !== 401) continue
      refused.push(operation.name)
      const { error } = errorEnvelope.parse(body)
      expect(error).toMatchObject({
        slug: 'unauthorized',
        code: 1100,
        suggested_fix: expect.stringMatching(
          operation.endpoint.auth === 'ticket' ? /x-connect-token/ : /x-(org-|user-)?api-key/,
        ),
      })
    }
    expect(refused).toEqual(
      operations
        .filter(({ endpoint }) => endpoint.auth !== 'public' && !opened.includes(endpoint.auth))
        .map((operation) => operation.name),
    )
  })
})

it('each operation takes the keys that spec 5 and rule 2.2 say', () => {
  verifies(
    'authentication.project-operations',
    'authentication.project-creation',
    'authentication.owner-operations',
  )
  const taking = (auth: EndpointAuth) =>
    operations
      .filter(({ endpoint }) => endpoint.auth === auth)
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(taking('organization')).toEqual(['POST /org/owner/project/new'])
  expect(taking('owner').toSorted()).toEqual([
    'DELETE /org/owner/project/{nano_id}',
    'GET /org/owner/project/list',
    'GET /org/owner/project/{nano_id}',
    'POST /org/owner/project/{nano_id}/regenerate_api_key',
  ])
  expect(taking('public')).toEqual(['GET /openapi.json'])
})

it("a user's key acts on its own project", async () => {
  verifies('authentication.user-key')
  const other = await createProject(service, 'Of somebody else')
  const asUser = { 'x-user-api-key': service.userApiKey }
  expect(
    (
      await service.request('PATCH', '/api/v3/org/project/config', {
        headers: asUser,
        body: { display_name: 'Set by a user' },
      })
    ).status,
  ).toBe(200)
  expect((await service.client.projects.getConfig({})).display_name).toBe('Set by a user')
  expect((await other.client.projects.getConfig({})).display_name).toBeUndefined()
})

it('keys are told apart by their beginning, hold 160 random bits, and are not stored', async () => {
  verifies('authentication.key-format')
  const { database, query } = await createSharedDatabase()
  const { apiKey, userApiKey, orgApiKey } = await startService({ database })
  // 27 letters and digits hold 160 bits.
  expect(apiKey).toMatch(/^pbk_[0-9A-Za-z]{27}$/)
  expect(userApiKey).toMatch(/^pbu_[0-9A-Za-z]{27}$/)
  expect(orgApiKey).toMatch(/^pbo_[0-9A-Za-z]{27}$/)
  const rows = await query('select * from api_keys')
  expect(rows.map(({ hint }) => hint).toSorted()).toEqual(
    [apiKey, userApiKey, orgApiKey].map((key) => key.slice(-4)).toSorted(),
  )
  for (const key of [apiKey, userApiKey, orgApiKey])
    expect(JSON.stringify(rows)).not.toContain(key.slice(4))
})
