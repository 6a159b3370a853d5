import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startSessionServer, type SessionServer } from '../../support/mcp/start-session-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
})
afterAll(() => service.close())

const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/**
 * A server whose tools are imported; what that took is forgotten, its session was ended last of
 * all.
 */
const start = async (
  call: Parameters<typeof startSessionServer>[0],
  { isStateless = false, within = service } = {},
) => {
  const server = await startSessionServer(call, { isStateless })
  const slug = `old${(count += 1)}`
  const importAgain = (more: object = {}) =>
    importToolkit(within, { slug, source: { mcp: { url: server.mcpUrl } }, ...more })
  await importAgain()
  await expect.poll(() => isStateless || server.takeAsked().at(-1)?.asked === 'DELETE').toBe(true)
  server.takeAsked()
  const toolSlug = `${slug.toUpperCase()}_LOOK`
  const look = (place = 'here', more: object = {}) =>
    within.client.tools.execute({
      params: { tool_slug: toolSlug },
      body: { user_id: 'ada', arguments: { place }, ...more },
    })
  return { server, slug, toolSlug, importAgain, look }
}
let count = 0

const begun = ['initialize', 'notifications/initialized', 'tools/call']
const asked = (server: SessionServer) => server.takeAsked().map((request) => request.asked)

describe('calls of an MCP server of the older era', () => {
  it('share one handshake, and use no number twice within its session', async () => {
    verifies('mcp-source.sessions')
    const { server, look } = await start(({ arguments: { place } }) =>
      answer(`seen ${String(place)}`),
    )
    expect(await look('one')).toMatchObject({ data: { text: 'seen one' }, error: null })
    const first = server.takeAsked()
    expect(first.map((request) => request.asked)).toEqual(begun)
    expect(
      (await Promise.all(['two', 'three', 'four'].map((place) => look(place)))).map(
        ({ data }) => data,
      ),
    ).toEqual([{ text: 'seen two' }, { text: 'seen three' }, { text: 'seen four' }])
    const next = server.takeAsked()
    expect(next.map((request) => request.asked)).toEqual(['tools/call', 'tools/call', 'tools/call'])
    expect(new Set(next.map(({ session }) => session))).toEqual(new Set([first.at(-1)?.session]))
    const ids = [...first, ...next].map(({ id }) => id).filter((id) => id !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('share one handshake too where the server holds no sessions', async () => {
    verifies('mcp-source.sessions')
    const { server, look } = await start(() => answer('seen'), { isStateless: true })
    await look()
    expect(await look()).toMatchObject({ data: { text: 'seen' }, error: null })
    expect(asked(server)).toEqual([...begun, 'tools/call'])
  })

  it.each([404, 400])(
    'shake hands once more when the server has ended the session (%i), and run once',
    async (status) => {
      verifies('mcp-source.sessions.ended')
      const done: unknown[] = []
      const { server, look } = await start(({ arguments: given }) => {
        done.push(given['place'])
        return answer('seen')
      })
      await look('before')
      server.restart(status)
      server.takeAsked()
      expect(await look('after')).toMatchObject({ data: { text: 'seen' }, error: null })
      // It may be of another era by now.
      expect(asked(server)).toEqual(['tools/call', 'server/discover', ...begun])
      expect(done).toEqual(['before', 'after'])
      await look('again')
      expect(asked(server)).toEqual(['tools/call'])
    },
  )

  it('are made once when the server refuses the call itself', async () => {
    verifies('mcp-source.sessions.ended')
    const { server, look } = await start(() => {
      throw new Error('broken')
    })
    for (const _time of [1, 2])
      expect(await look()).toMatchObject({
        error: expect.stringContaining('broken'),
        successful: false,
      })
    expect(asked(server)).toEqual([...begun, 'tools/call'])
  })

  it('of each account, and with each credential, are in a session of their own, which ends with the service', async () => {
    verifies('mcp-source.sessions.apart')
    const own = await startService({ egressAllow: ['127.0.0.1/32'] })
    const { server, slug, importAgain, look } = await start(() => answer('seen'), { within: own })
    const auth = {
      scheme: 'API_KEY',
      placements: [{ field: 'generic_api_key', in: 'header', name: 'X-Team-Key' }],
    }
    await importAgain({ auth })
    const { auth_config } = await own.client.authConfigs.create({ body: { toolkit: { slug } } })
    const connect = async (user_id: string, generic_api_key: string) =>
      (
        await own.client.connectedAccounts.create({
          body: {
            auth_config: { id: auth_config.id },
            connection: { user_id, state: { authScheme: 'API_KEY', val: { generic_api_key } } },
          },
        })
      ).id
    const [one, two, other] = [
      await connect('ada', 'key-of-ada-one'),
      await connect('ada', 'key-of-ada-two'),
      await connect('bob', 'key-of-bob-one'),
    ]
    const sessionsOf = async (...calls: object[]) => {
      server.takeAsked()
      for (const call of calls) expect((await look('here', call)).error).toBeNull()
      return server
        .takeAsked()
        .filter((request) => request.asked === 'tools/call')
        .map(({ session, headers }) => [session, headers['x-team-key']])
    }
    const [first, second, third, again] = await sessionsOf(
      { connected_account_id: one },
      { connected_account_id: two },
      { user_id: 'bob', connected_account_id: other },
      { connected_account_id: one },
    )
    expect([first?.[1], second?.[1], third?.[1]]).toEqual([
      'key-of-ada-one',
      'key-of-ada-two',
      'key-of-bob-one',
    ])
    expect(new Set([first?.[0], second?.[0], third?.[0]]).size).toBe(3)
    expect(again).toEqual(first)

    const given = {
      custom_auth_params: {
        parameters: [{ name: 'X-Team-Key', in: 'header', value: 'key-of-this-call' }],
      },
    }
    const [carried, carriedAgain] = await sessionsOf(given, given)
    expect([carried?.[1], carriedAgain]).toEqual(['key-of-this-call', carried])

    const all = [first, second, third, carried].map((each) => JSON.stringify(each))
    expect(new Set(all).size).toBe(4)
    await own.close()
    const ended = server.takeAsked()
    expect(ended.map((request) => request.asked)).toEqual(['DELETE', 'DELETE', 'DELETE', 'DELETE'])
    expect(
      new Set(
        ended.map(({ session, headers }) => JSON.stringify([session, headers['x-team-key']])),
      ),
    ).toEqual(new Set(all))
  })

  it('that their caller cancels are cancelled at the server by a message, and the session goes on', async () => {
    verifies('mcp-source.sessions.cancel')
    const started = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    const { server, toolSlug, look } = await start(async ({ arguments: { place }, signal }) => {
      if (place !== 'slow') return answer('seen')
      signal.addEventListener('abort', () => cancelled.resolve())
      started.resolve()
      await cancelled.promise
      return answer('late')
    })
    await look()
    const session = server.takeAsked().at(-1)?.session
    const controller = new AbortController()
    const given = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.apiKey },
      body: JSON.stringify({ user_id: 'ada', arguments: { place: 'slow' } }),
      signal: controller.signal,
    }
    const call = fetch(`${service.url}/api/v3/tools/execute/${toolSlug}`, given).catch(() => 'gone')
    await started.promise
    controller.abort()
    expect(await call).toBe('gone')
    await cancelled.promise
    expect((await look()).error).toBeNull()
    expect(server.takeAsked().map((request) => [request.asked, request.session])).toEqual([
      ['tools/call', session],
      ['notifications/cancelled', session],
      ['tools/call', session],
    ])
  })
})
