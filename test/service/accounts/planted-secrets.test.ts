import { describe, expect, it } from 'vitest'
import { connectionValues } from '../../../src/contract/connection-values.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { dumpDatabase } from '../interface/isolation-model-dump.ts'

/** What must be an address, and so says where the browser goes instead of holding a secret. */
const addresses = new Set([
  'redirectUrl',
  'callback_url',
  'authUri',
  'callbackUrl',
  'finalRedirectUri',
  'svc_link_redirect_url',
])
/** Read as what they say before they are stored. */
const ofAnotherForm = new Set(['expires_at', 'expired_at', 'state_prefix'])

/** A text of its own for every text field of 2.4, and one inside the field that is an object. */
const planted = (prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(connectionValues.shape)
      .filter(
        ([name, field]) =>
          field.safeParse('a text').success && !addresses.has(name) && !ofAnotherForm.has(name),
      )
      .map(([name]) => [name, `${prefix}-canary-of-${name.replaceAll(/\W/g, '-')}-7f3a91`]),
  )

const inObject = (prefix: string) => ({
  authed_user: { access_token: `${prefix}-canary-of-authed-user-7f3a91`, scope: 'chat' },
})

describe('a secret in every field of a connection', () => {
  it('is found in no list, record, log, error, event, line of the log, or dump', async () => {
    verifies('accounts.values.secret')
    const shared = await createSharedDatabase()
    const lines: string[] = []
    const upstream = await startUpstream((request, response) =>
      json(response, request.url.includes('fail') ? 500 : 200, {
        sent: request.headers,
        url: request.url,
      }),
    )
    const service = await startService({
      database: shared.database,
      egressAllow: [upstream.host],
      logLevel: 'trace',
      writeLog: { write: (line) => void lines.push(line) },
    })
    await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'notes' } },
    })
    const values = planted('created')
    expect(Object.keys(values).length).toBeGreaterThan(50)

    const { id } = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'API_KEY', val: { ...values, ...inObject('created') } },
        },
      },
    })
    const link = await service.client.connectedAccounts.link({
      body: {
        auth_config_id: auth_config.id,
        user_id: 'bea',
        connection_data: { ...planted('linked'), ...inObject('linked') },
      },
    })
    const page = await createVisitor().connect(link.redirect_url, {
      generic_api_key: 'typed-canary-of-generic_api_key-7f3a91',
    })
    const told: unknown[] = [page.html]
    const tell = async (answer: Promise<unknown>) =>
      void told.push(await answer.catch((error: unknown) => [String(error), JSON.stringify(error)]))

    for (const [user, account] of [
      ['ada', id],
      ['bea', link.connected_account_id],
    ] as const) {
      await tell(service.client.connectedAccounts.get({ params: { nanoid: account } }))
      // The third party's echo is its project's own data; what is written down of it must not hold
      // the credential.
      for (const note of ['1', 'fail'])
        await service.client.tools.execute({
          params: { tool_slug: 'NOTES_GET_NOTE' },
          body: { connected_account_id: account, user_id: user, arguments: { id: note } },
        })
      await service.client.tools.proxy({
        body: { connected_account_id: account, endpoint: '/notes/fail', method: 'GET' },
      })
      await tell(
        service.client.tools.proxy({
          body: {
            connected_account_id: account,
            endpoint: 'https://elsewhere.example/x',
            method: 'GET',
          },
        }),
      )
      await tell(
        service.client.connectedAccounts.refresh({ params: { nanoid: account }, body: {} }),
      )
    }
    await tell(service.client.connectedAccounts.list({}))
    await tell(
      service.client.connectedAccounts.create({
        body: {
          auth_config: { id: auth_config.id },
          connection: { user_id: 'ada', state: { authScheme: 'BASIC', val: planted('refused') } },
        },
      }),
    )
    await tell(
      service.client.connectedAccounts.create({
        body: {
          auth_config: { id: auth_config.id },
          connection: {
            user_id: 'ada',
            state: {
              authScheme: 'API_KEY',
              val: {
                ...planted('refused'),
                generic_api_key: 'refused-canary-of-a-line\nbreak-7f3a91',
              },
            },
          },
        },
      }),
    )
    const { items } = await service.client.logs.list({})
    expect(items.length).toBeGreaterThanOrEqual(6)
    told.push(
      items,
      ...(await Promise.all(
        items.map((item) => service.client.logs.get({ params: { id: item.id } })),
      )),
    )
    for await (const event of await service.client.triggerInstances.events({
      query: { after: 0 },
    })) {
      told.push(event)
      if (
        told.filter((each) => typeof each === 'object' && each !== null && 'type' in each)
          .length === 2
      )
        break
    }

    const dump = await dumpDatabase(shared.database)
    const places = {
      answers: JSON.stringify(told),
      'lines of the log': lines.join('\n'),
      rows: dump.rows.map(({ text }) => text).join('\n'),
      files: dump.files.map(({ bytes }) => bytes).join('\n'),
    }
    expect(upstream.received.length).toBeGreaterThanOrEqual(6)
    for (const [place, text] of Object.entries(places))
      expect([place, [...new Set(text.match(/\w+-canary-of-[\w-]+-7f3a91/g))]]).toEqual([place, []])
  })
})
