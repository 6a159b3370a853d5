import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { connectAccount, importWithTriggers, triggerType } from '../../support/watch-api.ts'

const config = {
  type: 'object',
  required: ['folder'],
  properties: {
    folder: { type: 'string' },
    options: { type: 'object', properties: { depth: { type: 'integer', minimum: 1 } } },
  },
}

const configWithDefault = {
  type: 'object',
  required: ['calendar'],
  properties: { calendar: { type: 'string', default: 'primary' } },
}

let service: TestService
let account: { id: string; authConfigId: string }
beforeAll(async () => {
  service = await startService({ keep: true })
  await importWithTriggers(service.client, 'notes', {
    triggers: [
      triggerType('NOTES_MADE', config),
      triggerType('NOTES_SHARED'),
      triggerType('NOTES_PLANNED', configWithDefault),
    ],
  })
  await importWithTriggers(service.client, 'open', {
    triggers: [triggerType('OPEN_MADE')],
    auth: 'NO_AUTH',
  })
  account = await connectAccount(service.client, 'notes')
})
afterAll(() => service.close())

const upsert = (
  slug: string,
  body: Record<string, unknown>,
  options: { headers?: Record<string, string>; on?: TestService } = {},
) =>
  (options.on ?? service).request('POST', `/api/v3/trigger_instances/${slug}/upsert`, {
    body,
    headers: { 'x-api-key': service.apiKey, ...options.headers },
  })

const find = async (id: string, on = service) => {
  const { body } = await on.request(
    'GET',
    `/api/v3/trigger_instances/active?show_disabled=true&trigger_ids=${id}`,
    { headers: { 'x-api-key': service.apiKey } },
  )
  return body.items[0]
}

describe('an upsert', () => {
  it('creates an instance, and with the same configuration updates it', async () => {
    verifies('triggers.upsert.created', 'triggers.upsert.updated', 'triggers.upsert.answer')
    const body = { connected_account_id: account.id, trigger_config: { folder: 'inbox' } }
    const created = await upsert('NOTES_MADE', body)
    expect(created).toMatchObject({
      status: 201,
      body: {
        trigger_id: expect.stringMatching(/^ti_[0-9A-Za-z]{16,}$/),
        deprecated: { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    })
    expect(await upsert('NOTES_MADE', body)).toMatchObject({ status: 200, body: created.body })
  })

  it('enables the matching instance that is disabled', async () => {
    verifies('triggers.upsert.enabled-again')
    const body = { connected_account_id: account.id, trigger_config: { folder: 'paused' } }
    const { trigger_id } = (await upsert('NOTES_MADE', body)).body
    await service.client.triggerInstances.setStatus({
      params: { id: trigger_id },
      body: { status: 'disable' },
    })
    expect((await find(trigger_id)).disabled_at).not.toBeNull()
    expect(await upsert('NOTES_MADE', body)).toMatchObject({ status: 200, body: { trigger_id } })
    expect((await find(trigger_id)).disabled_at).toBeNull()
  })

  it('matches by trigger type, account and configuration, whatever the order of its keys', async () => {
    verifies('triggers.upsert.matching')
    const other = await connectAccount(service.client, 'notes', 'grace')
    const body = (id: string, trigger_config: unknown) => ({
      connected_account_id: id,
      trigger_config,
    })
    const first = await upsert(
      'NOTES_MADE',
      body(account.id, { folder: 'order', options: { depth: 1, flat: true } }),
    )
    expect(
      await upsert(
        'NOTES_MADE',
        body(account.id, { options: { flat: true, depth: 1 }, folder: 'order' }),
      ),
    ).toMatchObject({ status: 200, body: first.body })
    expect(
      (
        await upsert(
          'NOTES_MADE',
          body(account.id, { folder: 'order', options: { depth: 2, flat: true } }),
        )
      ).status,
    ).toBe(201)
    expect(
      (
        await upsert(
          'NOTES_MADE',
          body(other.id, { folder: 'order', options: { depth: 1, flat: true } }),
        )
      ).status,
    ).toBe(201)
    expect(
      (
        await upsert(
          'NOTES_SHARED',
          body(account.id, { folder: 'order', options: { depth: 1, flat: true } }),
        )
      ).status,
    ).toBe(201)
    await service.client.connectedAccounts.delete({ params: { nanoid: other.id } })
  })

  it('fills in the defaults of the schema, which then are part of the configuration', async () => {
    verifies('triggers.upsert.defaults')
    const first = await upsert('NOTES_PLANNED', { connected_account_id: account.id })
    expect(first.status).toBe(201)
    expect((await find(first.body.trigger_id)).trigger_config).toEqual({ calendar: 'primary' })
    const same = await upsert('NOTES_PLANNED', {
      connected_account_id: account.id,
      trigger_config: { calendar: 'primary' },
    })
    expect(same).toMatchObject({ status: 200, body: { trigger_id: first.body.trigger_id } })
  })

  it('makes one instance when several come at once', async () => {
    verifies('triggers.upsert.concurrent')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        upsert('NOTES_MADE', {
          connected_account_id: account.id,
          trigger_config: { folder: 'crowd' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ])
    expect(new Set(answers.map(({ body }) => body.trigger_id)).size).toBe(1)
  })

  it('takes the slug in any letter case, and the deprecated names of its fields', async () => {
    verifies('triggers.upsert.case', 'triggers.upsert.aliases')
    const made = await upsert('notes_Made', {
      connectedAuthId: account.id,
      triggerConfig: { folder: 'aliases' },
      version: 'latest',
    })
    expect(made.status).toBe(201)
    expect(await find(made.body.trigger_id)).toMatchObject({
      trigger_name: 'NOTES_MADE',
      connected_account_id: account.id,
      trigger_config: { folder: 'aliases' },
    })
    expect(
      (
        await upsert('NOTES_MADE', {
          connectedAuthId: account.id,
          triggerConfig: { folder: 'x' },
          version: '20000101_00',
        })
      ).status,
    ).toBe(404)
    const both = {
      connected_account_id: account.id,
      connectedAuthId: 'ca_unknown',
      trigger_config: { folder: 'aliases' },
      triggerConfig: { folder: 7 },
      toolkit_versions: 'latest',
      version: '20000101_00',
    }
    expect(await upsert('NOTES_MADE', both)).toMatchObject({ status: 200, body: made.body })
  })

  it('gives the first answer again for the same Idempotency-Key', async () => {
    verifies('triggers.idempotency')
    const send = () =>
      upsert(
        'NOTES_MADE',
        { connected_account_id: account.id, trigger_config: { folder: 'once' } },
        { headers: { 'idempotency-key': 'upsert-once' } },
      )
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body })
  })
})

describe('the account of an upsert', () => {
  it('is the only ACTIVE one of the toolkit when none is named', async () => {
    verifies('triggers.upsert.default-account')
    await importWithTriggers(service.client, 'lone', { triggers: [triggerType('LONE_MADE')] })
    const none = await upsert('LONE_MADE', {})
    expect(none).toMatchObject({
      status: 400,
      body: {
        error: {
          message: expect.stringContaining('"lone"'),
          suggested_fix: expect.stringContaining('connected_accounts'),
        },
      },
    })
    const one = await connectAccount(service.client, 'lone')
    const { body } = await upsert('LONE_MADE', {})
    expect((await find(body.trigger_id)).connected_account_id).toBe(one.id)
    const two = await connectAccount(service.client, 'lone')
    const several = await upsert('LONE_MADE', {})
    expect(several.status).toBe(400)
    for (const { id } of [one, two]) expect(several.body.error.message).toContain(id)
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: two.id },
      body: { enabled: false },
    })
    expect((await upsert('LONE_MADE', {})).status).toBe(200)
  })

  it('is the only ACTIVE one of a user who is named', async () => {
    verifies('triggers.upsert.user')
    await importWithTriggers(service.client, 'team', { triggers: [triggerType('TEAM_MADE')] })
    const adas = await connectAccount(service.client, 'team', 'ada')
    const graces = await connectAccount(service.client, 'team', 'grace')
    const { status, body } = await upsert('TEAM_MADE', { user_id: 'grace' })
    expect(status).toBe(201)
    expect(await find(body.trigger_id)).toMatchObject({
      connected_account_id: graces.id,
      user_id: 'grace',
    })
    const refuse = async (request: Record<string, unknown>, ...named: string[]) => {
      const refused = await upsert('TEAM_MADE', request)
      expect(refused).toMatchObject({ status: 400, body: { error: { slug: 'invalid_request' } } })
      for (const name of named) expect(refused.body.error.message).toContain(name)
    }
    await refuse({ user_id: 'linus' }, '"linus"', '"team"')
    await refuse({ user_id: 'ada', connected_account_id: graces.id }, graces.id, '"ada"')
    const second = await connectAccount(service.client, 'team', 'ada')
    await refuse({ user_id: 'ada' }, adas.id, second.id)
    expect(
      (await upsert('TEAM_MADE', { user_id: 'ada', connected_account_id: second.id })).status,
    ).toBe(201)
    expect(await upsert('OPEN_MADE', { user_id: 'ada' })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('"open"') } },
    })
  })

  it('is not needed where the toolkit has no authentication', async () => {
    verifies('triggers.upsert.no-account')
    const { status, body } = await upsert('OPEN_MADE', {})
    expect(status).toBe(201)
    expect(await find(body.trigger_id)).toMatchObject({
      connected_account_id: null,
      user_id: null,
      trigger_config: {},
    })
    expect((await upsert('OPEN_MADE', { trigger_config: {} })).status).toBe(200)
  })

  it('must be of the toolkit', async () => {
    verifies('triggers.upsert.other-toolkit')
    await importWithTriggers(service.client, 'mail', { triggers: [triggerType('MAIL_MADE')] })
    const { status, body } = await upsert('MAIL_MADE', { connected_account_id: account.id })
    expect(status).toBe(400)
    expect(body.error.message).toContain(account.id)
  })

  it('must be ACTIVE, under an auth config that is enabled', async () => {
    verifies('triggers.upsert.inactive-account')
    const resting = await connectAccount(service.client, 'notes')
    const body = { connected_account_id: resting.id }
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: resting.id },
      body: { enabled: false },
    })
    expect(await upsert('NOTES_SHARED', body)).toMatchObject({
      status: 422,
      body: { error: { slug: 'unprocessable', message: expect.stringContaining(resting.id) } },
    })
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: resting.id },
      body: { enabled: true },
    })
    await service.client.authConfigs.setStatus({
      params: { nanoid: resting.authConfigId, status: 'DISABLED' },
    })
    expect(await upsert('NOTES_SHARED', body)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining(resting.authConfigId) } },
    })
  })

  it('with a scheme that the service cannot carry out is 501, and so is a toolkit that has no other', async () => {
    verifies('triggers.upsert.unsupported')
    const shared = await createSharedDatabase()
    const alone = await startService({ database: shared.database })
    const securitySchemes = {
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://a.example/x',
            tokenUrl: 'https://a.example/t',
            scopes: {},
          },
        },
      },
    }
    await importToolkit(alone, {
      slug: 'notes',
      source: { openapi: notesApi('https://notes.example') },
      triggers: [triggerType('NOTES_MADE')],
    })
    const { id, authConfigId } = await connectAccount(alone.client, 'notes')
    const database = await openServiceDatabase(shared.database)
    // No request makes such an account: its scheme was supported when it was connected.
    const db = database.handle.withTables<{
      auth_configs: { id: string; scheme_definition: string }
      toolkit_contents: { toolkit_slug: string; definition: string }
    }>()
    const { scheme_definition } = await db
      .selectFrom('auth_configs')
      .select('scheme_definition')
      .where('id', '=', authConfigId)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('auth_configs')
      .set({ scheme_definition: scheme_definition.replace('"API_KEY"', '"SAML"') })
      .where('id', '=', authConfigId)
      .execute()
    const body = { connected_account_id: id }
    const ofAccount = await alone.request('POST', '/api/v3/trigger_instances/NOTES_MADE/upsert', {
      body,
    })
    expect(ofAccount).toMatchObject({
      status: 501,
      body: { error: { slug: 'unsupported', message: expect.stringContaining('SAML') } },
    })

    await importToolkit(alone, {
      slug: 'login',
      source: {
        openapi: {
          ...notesApi('https://notes.example'),
          components: { securitySchemes },
          security: [{ login: [] }],
        },
      },
      triggers: [triggerType('LOGIN_MADE')],
    })
    const { definition } = await db
      .selectFrom('toolkit_contents')
      .select('definition')
      .where('toolkit_slug', '=', 'login')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('toolkit_contents')
      .set({ definition: definition.replace('"OAUTH2"', '"SAML"') })
      .where('toolkit_slug', '=', 'login')
      .execute()
    // What a node has read of a toolkit holds as long as it runs.
    await alone.close()
    const restarted = await startService({ database: shared.database })
    const ofToolkit = await restarted.request(
      'POST',
      '/api/v3/trigger_instances/LOGIN_MADE/upsert',
      { body: {}, headers: { 'x-api-key': alone.apiKey } },
    )
    expect(ofToolkit).toMatchObject({
      status: 501,
      body: { error: { message: expect.stringContaining('"login"') } },
    })
  })
})

describe('an upsert is refused', () => {
  it('with 404 for an unknown trigger type or account', async () => {
    verifies('triggers.upsert.unknown')
    for (const [slug, id] of [
      ['NOTES_NONE', account.id],
      ['NOTES_SHARED', 'ca_unknown'],
    ] as const) {
      const { status, body } = await upsert(slug, { connected_account_id: id })
      expect(status).toBe(404)
      expect(body.error.suggested_fix).toBeTruthy()
    }
    expect((await upsert('NOTES_SHARED', { connected_account_id: 'nonsense' })).status).toBe(400)
  })

  it('with 422 for a configuration that does not fit, naming each issue', async () => {
    verifies('triggers.upsert.configuration')
    const { status, body } = await upsert('NOTES_MADE', {
      connected_account_id: account.id,
      trigger_config: { options: { depth: 0 } },
    })
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      slug: 'unprocessable',
      message: expect.stringContaining('NOTES_MADE'),
    })
    expect(body.error.errors).toHaveLength(2)
    expect(body.error.errors).toEqual(
      expect.arrayContaining([
        expect.stringContaining('body.trigger_config.folder: '),
        expect.stringContaining('body.trigger_config.options.depth: '),
      ]),
    )
    expect(
      (await upsert('NOTES_MADE', { connected_account_id: account.id, trigger_config: [] })).status,
    ).toBe(400)
  })

  it('with 410 for a trigger type that was withdrawn', async () => {
    verifies('triggers.upsert.withdrawn')
    const older = await importWithTriggers(service.client, 'fading', {
      triggers: [triggerType('FADING_MADE'), triggerType('FADING_GONE')],
      auth: 'NO_AUTH',
    })
    expect((await upsert('FADING_GONE', {})).status).toBe(201)
    await importWithTriggers(service.client, 'fading', {
      triggers: [triggerType('FADING_MADE')],
      auth: 'NO_AUTH',
    })
    await expect.poll(async () => (await upsert('FADING_GONE', {})).status).toBe(410)
    expect(await upsert('fading_gone', { toolkit_versions: { fading: older } })).toMatchObject({
      status: 410,
      body: { error: { slug: 'gone', message: expect.stringContaining('FADING_GONE') } },
    })
    expect((await upsert('FADING_NEVER', {})).status).toBe(404)
  })

  it("with 404 for another project's trigger type or account", async () => {
    verifies('triggers.isolation')
    const { client, key } = await createProject(service, 'Stranger')
    const headers = { 'x-api-key': key }
    expect((await upsert('NOTES_SHARED', {}, { headers })).status).toBe(404)
    await importWithTriggers(client, 'notes', { triggers: [triggerType('NOTES_SHARED')] })
    expect(
      (await upsert('NOTES_SHARED', { connected_account_id: account.id }, { headers })).status,
    ).toBe(404)
    expect((await upsert('NOTES_SHARED', {}, { headers })).status).toBe(400)
  })
})

describe('the version of an instance', () => {
  it('stays as it was at creation until an upsert names another', async () => {
    verifies('triggers.upsert.version')
    const needsFolder = triggerType('DATED_MADE', config)
    const older = await importWithTriggers(service.client, 'dated', {
      triggers: [triggerType('DATED_MADE')],
      auth: 'NO_AUTH',
    })
    const { trigger_id } = (await upsert('DATED_MADE', {})).body
    const newer = await importWithTriggers(service.client, 'dated', {
      triggers: [needsFolder],
      auth: 'NO_AUTH',
    })
    await expect
      .poll(
        async () =>
          (await service.client.triggerTypes.get({ params: { slug: 'DATED_MADE' } })).version,
      )
      .toBe(newer)

    // Its configuration would not fit the new version, of which it takes no notice.
    expect(await upsert('DATED_MADE', {})).toMatchObject({ status: 200, body: { trigger_id } })
    expect((await find(trigger_id)).version).toBe(older)
    expect((await upsert('DATED_MADE', { toolkit_versions: 'latest' })).status).toBe(422)
    expect(
      (await upsert('DATED_MADE', { toolkit_versions: { dated: '20000101_00' } })).status,
    ).toBe(404)

    const made = await upsert('DATED_MADE', {
      trigger_config: { folder: 'a' },
      toolkit_versions: { dated: older },
    })
    expect((await find(made.body.trigger_id)).version).toBe(older)
    expect(
      await upsert('DATED_MADE', { trigger_config: { folder: 'a' }, toolkit_versions: 'latest' }),
    ).toMatchObject({ status: 200, body: made.body })
    expect((await find(made.body.trigger_id)).version).toBe(newer)
  })
})
