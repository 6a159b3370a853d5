import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { notesApi } from '../support/notes-api.ts'
import { startService } from '../support/start-service.ts'

/**
 * 127.0.0.1 stands for the public internet here, 127.0.0.2 for what lies inside; both listen on the
 * same port.
 */
const startTwoSides = async (body: (url: string) => unknown = () => ({})) => {
  const seen = { outside: 0, inside: 0 }
  const answerAs = (side: keyof typeof seen) =>
    createServer((_request, response) => {
      seen[side] += 1
      // Nothing may be sent over a connection that was checked earlier.
      response
        .writeHead(200, { 'content-type': 'application/json', connection: 'close' })
        .end(JSON.stringify(body(url)))
    })
  const outside = answerAs('outside').listen(0, '127.0.0.1')
  await once(outside, 'listening')
  const { port } = outside.address() as AddressInfo
  const url = `http://rebinding.example:${port}`
  const inside = answerAs('inside').listen(port, '127.0.0.2')
  await once(inside, 'listening')
  onTestFinished(() => {
    for (const server of [outside, inside]) {
      server.closeAllConnections()
      server.close()
    }
  })
  return { url, seen }
}

/**
 * A service whose DNS answers each question about a name with the next of these addresses, and the
 * last one from then on.
 */
const startWithAnswers = (answers: string[]) =>
  startService({
    egressAllow: ['127.0.0.1/32', 'import+file@127.0.0.1/32'],
    logLevel: 'silent',
    resolve: (_name, _options, done) =>
      done(null, [
        { address: (answers.length > 1 ? answers.shift() : answers[0]) ?? '', family: 4 },
      ]),
  })

const inside = '127.0.0.2'
const outside = '127.0.0.1'

test('a tool and a proxied request that were allowed once are refused when the name leads inside', async () => {
  verifies('outbound.rebinding')
  const { url, seen } = await startTwoSides()
  // The import looks the server up too, to say whether it gets credentials.
  const answers = [outside, outside, outside, inside]
  const service = await startWithAnswers(answers)
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(url) } })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  const { id } = await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'secret-0123456789' } },
      },
    },
  })
  const execute = () =>
    service.client.tools.execute({
      params: { tool_slug: 'NOTES_GET_NOTE' },
      body: { user_id: 'ada', arguments: { id: '1' } },
    })
  const proxy = () =>
    service.request('POST', '/api/v3/tools/execute/proxy', {
      body: { connected_account_id: id, endpoint: '/notes', method: 'GET' },
    })

  expect(await execute()).toMatchObject({ successful: true })
  expect((await proxy()).status).toBe(200)
  expect(answers).toEqual([inside])

  expect(await execute()).toMatchObject({
    successful: false,
    error: expect.stringContaining('not public'),
  })
  expect((await proxy()).body.error.message).toContain('not public')
  expect(seen).toEqual({ outside: 2, inside: 0 })
})

test('a description is not fetched when the name leads inside by the time of fetching', async () => {
  const { url, seen } = await startTwoSides(notesApi)
  const service = await startWithAnswers([outside, inside])

  await importToolkit(service, { slug: 'first', source: { openapi: `${url}/openapi.json` } })
  await expect(
    importToolkit(service, { slug: 'second', source: { openapi: `${url}/openapi.json` } }),
  ).rejects.toThrow('not public')
  expect(seen).toEqual({ outside: 1, inside: 0 })
})

test('a proxy that was public when the auth config was made is not used when its name leads inside', async () => {
  const { url, seen } = await startTwoSides()
  const answers = [outside, inside]
  const service = await startWithAnswers(answers)
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi('http://127.0.0.1:9') },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: {
      toolkit: { slug: 'notes' },
      auth_config: { type: 'use_custom_auth', proxy_config: { proxy_url: url } },
    },
  })
  expect(answers).toEqual([inside])
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'secret-0123456789' } },
      },
    },
  })

  const { successful, error } = await service.client.tools.execute({
    params: { tool_slug: 'NOTES_GET_NOTE' },
    body: { user_id: 'ada', arguments: { id: '1' } },
  })

  expect({ successful, error }).toEqual({
    successful: false,
    error: expect.stringContaining('not public'),
  })
  expect(seen).toEqual({ outside: 0, inside: 0 })
})

test('an upload by address and a token address are looked up anew for each call', async () => {
  const { url, seen } = await startTwoSides(() => ({
    access_token: 'token-0123456789',
    token_type: 'bearer',
    expires_in: 3600,
  }))
  const answers = [outside, inside]
  const service = await startWithAnswers(answers)
  await importToolkit(service, {
    slug: 'tokens',
    source: { openapi: notesApi('http://127.0.0.1:9') },
    auth: { scheme: 'S2S_OAUTH2', oauth: { token_url: `${url}/token` } },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'tokens' } },
  })
  const connect = () =>
    service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: {
            authScheme: 'S2S_OAUTH2',
            val: { client_id: 'client', client_secret: 'secret-0123456789' },
          },
        },
      },
    })

  expect((await connect()).status).toBe(201)
  const refused = await connect()
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining('not public'),
  ])
  expect(seen).toEqual({ outside: 1, inside: 0 })

  answers.splice(0, 1, outside, inside)
  const { connected_account_id } = {
    connected_account_id: (await service.client.connectedAccounts.list({})).items[0]?.id,
  }
  const upload = () =>
    service.request('POST', '/api/v3/tools/execute/proxy', {
      body: {
        connected_account_id,
        endpoint: '/notes',
        method: 'POST',
        binary_body: { url: `${url}/file` },
      },
    })
  expect((await upload()).status).not.toBe(400)
  expect((await upload()).status).toBe(400)
  expect(seen).toEqual({ outside: 2, inside: 0 })
})
