import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { createProjectRules } from '../../../src/service/projects/project.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openBeside } from '../../support/open-beside.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'

type Tables = {
  auth_configs: { id: string; redirect_key: string | null }
  authorization_attempts: { id: string; project_id: string; secrets: string }
}

describe('auth configs from before redirect URIs were told apart', () => {
  const publicUrl = 'http://plugboard.example'
  const application = { client_id: 'app', client_secret: 'secret-of-the-app' }
  let service: TestService
  let shared: SharedDatabase
  let servers: AuthorizationServer[]
  const ids: string[] = []

  beforeAll(async () => {
    shared = await createSharedDatabase({ keep: true })
    service = await startService({
      keep: true,
      publicUrl,
      database: shared.database,
      egressAllow: ['127.0.0.1/32'],
    })
    servers = await Promise.all(
      ['one', 'two'].map(() =>
        startAuthorizationServer({
          keep: true,
          clients: [application],
          redirectUris: [`${publicUrl}/oauth/callback`],
        }),
      ),
    )
  })
  afterAll(async () => {
    await service.close()
    await Promise.all([...servers.map((server) => server.close()), shared.remove()])
  })

  const authConfigs = () => service.client.authConfigs
  const create = (toolkit: string, more: object = {}) =>
    authConfigs().create({
      body: {
        toolkit: { slug: toolkit },
        auth_config: {
          type: 'use_custom_auth',
          credentials: { ...application, scopes: ['read'] },
          ...more,
        },
      },
    })
  const begin = async (id: string) =>
    service.client.connectedAccounts.create({
      body: {
        auth_config: { id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
        },
      },
    })
  const finish = async (server: AuthorizationServer | undefined, url: string | null) => {
    const back = await server?.authorize(url ?? '')
    return fetch(String(back).replace(publicUrl, service.url), { redirect: 'manual' })
  }

  it('go on with several servers, and so do attempts under way; nothing new joins them', async () => {
    verifies('auth-configs.redirect-uri.inherited')
    for (const [index, slug] of ['one', 'two'].entries()) {
      const { authorizationUrl = '', tokenUrl = '' } = servers[index] ?? {}
      await importToolkit(service, {
        slug,
        source: { openapi: openNotesApi('http://127.0.0.1:1') },
        auth: {
          scheme: 'OAUTH2',
          oauth: { authorization_url: authorizationUrl, token_url: tokenUrl },
        },
      })
      const { redirect_uri } = await authConfigs().reserveRedirectUri()
      ids.push((await create(slug, { redirect_uri })).auth_config.id)
    }
    const [first = '', second = ''] = ids
    // What the database would hold if both had been made, and both users sent to their providers,
    // before.
    const database = await openBeside(shared.database)
    const db = database.handle.withTables<Tables>()
    await db
      .updateTable('auth_configs')
      .set({ redirect_key: 'inherited' })
      .where('id', 'in', ids)
      .execute()
    const begun = [await begin(first), await begin(second)]
    const projects = createProjectRules({
      database,
      secrets: createSecrets(parseKeyRing(`1:${Buffer.alloc(32, 7).toString('base64')}`)),
      clock: systemClock,
    })
    for (const { id, project_id, secrets } of await db
      .selectFrom('authorization_attempts')
      .selectAll()
      .execute()) {
      const key = (await projects.get(project_id))?.dataKey
      const { redirect: _unknownThen, ...known } = JSON.parse(
        key?.decrypt(secrets, { record: id, field: 'secrets' }) ?? '',
      ) as Record<string, unknown>
      await db
        .updateTable('authorization_attempts')
        .set({
          secrets: key?.encrypt(JSON.stringify(known), { record: id, field: 'secrets' }) ?? '',
        })
        .where('id', '=', id)
        .execute()
    }
    for (const [index, account] of begun.entries()) {
      expect((await finish(servers[index], account.redirect_url)).status).toBe(200)
      expect(
        (await service.client.connectedAccounts.get({ params: { nanoid: account.id } })).status,
      ).toBe('ACTIVE')
    }
    expect(await authConfigs().get({ params: { nanoid: first } })).toMatchObject({
      redirect_uri: `${publicUrl}/oauth/callback`,
      redirect_uri_is_shared: true,
    })
    await expect(create('one')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('shared redirect URI'),
    })
  })

  it('are given one of their own, and then leave the shared path to others', async () => {
    verifies(
      'auth-configs.redirect-uri.inherited',
      'auth-configs.redirect-uri.reserve',
      'auth-configs.redirect-uri.shared',
    )
    for (const nanoid of ids) {
      const { redirect_uri } = await authConfigs().reserveRedirectUri()
      expect(
        await authConfigs().update({ params: { nanoid }, body: { type: 'custom', redirect_uri } }),
      ).toMatchObject({ redirect_uri, redirect_uri_is_shared: false })
    }
    const {
      auth_config: { id },
    } = await create('one')
    await expect(create('two')).rejects.toMatchObject({ status: 400 })
    await authConfigs().delete({ params: { nanoid: id } })
    expect((await create('two')).auth_config).toMatchObject({ redirect_uri_is_shared: true })
  })
})

describe("an auth config of the operator's application from before", () => {
  it("moves to the application's own redirect URI, and to no other", async () => {
    verifies('auth-configs.redirect-uri.inherited', 'auth-configs.redirect-uri.managed')
    const publicUrl = 'http://plugboard.example'
    const own = `${publicUrl}/oauth/callback/app_notes`
    const application = { client_id: 'operators-app', client_secret: 'secret-of-the-operator' }
    const server = await startAuthorizationServer({
      clients: [application],
      redirectUris: [`${publicUrl}/oauth/callback`, own],
    })
    const shared = await createSharedDatabase()
    const service = await startService({
      publicUrl,
      database: shared.database,
      egressAllow: ['127.0.0.1/32'],
      oauthApps: {
        notes: { ...application, auth_scheme: 'OAUTH2', hosts: [server.url], scopes: ['read'] },
      },
    })
    const { authConfigs, connectedAccounts } = service.client
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: openNotesApi('http://127.0.0.1:1') },
      auth: {
        scheme: 'OAUTH2',
        oauth: { authorization_url: server.authorizationUrl, token_url: server.tokenUrl },
      },
    })
    const { auth_config } = await authConfigs.create({
      body: { toolkit: { slug: 'notes' }, auth_config: { type: 'use_svc_managed_auth' } },
    })
    const params = { nanoid: auth_config.id }
    const database = await openBeside(shared.database)
    await database.handle
      .withTables<Tables>()
      .updateTable('auth_configs')
      .set({ redirect_key: 'inherited' })
      .where('id', '=', auth_config.id)
      .execute()

    /** Connects an account; gives where the provider sent the user back to. */
    const connect = async () => {
      const account = await connectedAccounts.create({
        body: {
          auth_config: { id: auth_config.id },
          connection: {
            user_id: 'ada',
            state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
          },
        },
      })
      const back = await server.authorize(account.redirect_url ?? '')
      await fetch(String(back).replace(publicUrl, service.url), { redirect: 'manual' })
      const { status } = await connectedAccounts.get({ params: { nanoid: account.id } })
      return [`${back.origin}${back.pathname}`, status]
    }
    expect(await authConfigs.get({ params })).toMatchObject({
      redirect_uri: `${publicUrl}/oauth/callback`,
      redirect_uri_is_shared: true,
    })
    expect(await connect()).toEqual([`${publicUrl}/oauth/callback`, 'ACTIVE'])

    const { redirect_uri: reserved } = await authConfigs.reserveRedirectUri()
    for (const redirect_uri of [reserved, `${publicUrl}/oauth/callback/app_other`])
      await expect(
        authConfigs.update({ params, body: { type: 'custom', redirect_uri } }),
      ).rejects.toMatchObject({ status: 400 })
    expect((await authConfigs.get({ params })).redirect_uri_is_shared).toBe(true)

    expect(
      await authConfigs.update({ params, body: { type: 'custom', redirect_uri: own } }),
    ).toMatchObject({ redirect_uri: own, redirect_uri_is_shared: false, is_svc_managed: true })
    expect(await connect()).toEqual([own, 'ACTIVE'])
  })
})
