import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../../support/start-upstream.ts'
import { isThorough } from '../../../support/thorough.ts'
import { callingDoors, showingDoors, type Session, type Verdict } from './tool-doors.ts'
import { proxyDoor, toolkitDoors } from './toolkit-doors.ts'

let service: TestService
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => json(response, 200, { done: true }), {
    keep: true,
  })
  service = await startService({ keep: true, egressAllow: [upstream.host] })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** A toolkit without authentication whose tools send these requests. */
const save = (slug: string, operations: Record<string, string>) =>
  importToolkit(service, {
    slug,
    source: {
      openapi: {
        openapi: '3.1.0',
        info: { title: slug, version: '1' },
        servers: [{ url: upstream.url }],
        paths: Object.fromEntries(
          Object.entries(operations).map(([name, path]) => [
            path,
            {
              get: {
                operationId: name,
                summary: name.replaceAll('_', ' '),
                responses: { 200: { description: 'ok' } },
              },
            },
          ]),
        ),
      },
    },
  })

const open = async (rules: Record<string, unknown> = {}): Promise<Session> => ({
  params: {
    session_id: (await service.client.sessions.create({ body: { user_id: 'ada', ...rules } }))
      .session_id,
  },
})

const expectTools = async (session: Session, expected: Record<string, Verdict>, sent: string[]) => {
  for (const [name, ask] of Object.entries({ ...showingDoors, ...callingDoors })) {
    const before = upstream.received.length
    expect({ name, says: await ask(service.client, session, Object.keys(expected)) }).toEqual({
      name,
      says: expected,
    })
    expect({
      name,
      sent: upstream.received
        .slice(before)
        .map(({ url }) => url)
        .toSorted(),
    }).toEqual({ name, sent: name in callingDoors ? sent.toSorted() : [] })
  }
}

const expectToolkits = async (session: Session, asked: string[], expected: string[]) => {
  for (const [name, ask] of Object.entries({ ...toolkitDoors, proxy: proxyDoor })) {
    const says = (await ask(service.client, session, asked)).filter((slug) => asked.includes(slug))
    expect({ name, says: says.toSorted() }).toEqual({ name, says: expected })
  }
}

const waiting = { manage_connections: { enable: true, enable_wait_for_connections: true } }

describe('a session', () => {
  it('keeps the versions of its creation at every door', async () => {
    verifies('sessions.versions', 'sessions.versions.every-door')
    await save('bakery', { list_bread: '/bread/old', get_oven: '/oven' })
    const before = await open()
    await save('bakery', { list_bread: '/bread/new', get_flour: '/flour' })
    const after = await open()
    await expectTools(
      before,
      { BAKERY_LIST_BREAD: 'runs', BAKERY_GET_OVEN: 'runs', BAKERY_GET_FLOUR: 'excluded' },
      ['/bread/old', '/oven'],
    )
    await expectTools(
      after,
      { BAKERY_LIST_BREAD: 'runs', BAKERY_GET_OVEN: 'excluded', BAKERY_GET_FLOUR: 'runs' },
      ['/bread/new', '/flour'],
    )
  })

  it('knows a toolkit that came later, and one that was deleted, at no door', async () => {
    verifies('sessions.versions.every-door')
    await save('cinema', { list_films: '/films' })
    await save('theatre', { list_plays: '/plays' })
    const session = await open(waiting)
    await save('opera', { list_arias: '/arias' })
    await service.client.toolkits.delete({ params: { slug: 'cinema' } })
    await expectTools(
      session,
      { CINEMA_LIST_FILMS: 'excluded', THEATRE_LIST_PLAYS: 'runs', OPERA_LIST_ARIAS: 'excluded' },
      ['/plays'],
    )
    await expectToolkits(session, ['cinema', 'theatre', 'opera'], ['theatre'])
  })

  it.runIf(isThorough)(
    'runs under a slug the tool of the toolkit that had it first, and no other',
    async () => {
      verifies('sessions.limits.every-door')
      await save('shop', { get_list_prices: '/of-shop' })
      await save('shop-get', { list_prices: '/of-shop-get' })
      await expectTools(await open({ toolkits: ['shop'] }), { SHOP_GET_LIST_PRICES: 'runs' }, [
        '/of-shop',
      ])
      await expectTools(
        await open({ toolkits: ['shop-get'] }),
        { SHOP_GET_LIST_PRICES: 'excluded' },
        [],
      )
      await expectTools(
        await open({ toolkits: ['theatre'] }),
        { SHOP_GET_LIST_PRICES: 'excluded' },
        [],
      )
    },
  )
})
