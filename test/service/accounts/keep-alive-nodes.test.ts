import { describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { startNode, type ServiceNode } from '../../support/start-node.ts'
import { engine } from '../../support/start-service.ts'
import {
  oauthToolkit,
  startTokenProvider,
  type ProviderBehaviour,
  type TokenProvider,
} from '../../support/start-token-provider.ts'
import { countByLevel } from '../../support/thorough.ts'

/** 15 is the whole length that is promised. */
const slowSeconds = countByLevel('seconds of a slow token endpoint', { gate: 3, full: 15 })
const killCycles = countByLevel('kills of a node that renews access tokens', {
  gate: 10,
  full: 300,
})

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

type World = {
  provider: TokenProvider
  shared: SharedDatabase
  first: ServiceNode
  start(): Promise<ServiceNode>
  client(node: ServiceNode): Client
  connect(): Promise<string>
  call(node: ServiceNode): Promise<string | null>
}

/** A first node in a process of its own, on PostgreSQL, and what it takes to start further ones. */
const startWorld = async (options: ProviderBehaviour = {}): Promise<World> => {
  const provider = await startTokenProvider(options)
  const shared = await createSharedDatabase()
  const { database } = shared
  const start = () =>
    startNode({
      DATABASE_URL: 'url' in database ? database.url : '',
      PLUGBOARD_EGRESS_ALLOW: provider.host,
      PLUGBOARD_DATABASE_CONNECTIONS: '5',
    })
  const first = await start()
  await expect.poll(first.stdout).toContain('pbk_')
  const apiKey = /pbk_\w+/.exec(first.stdout())?.[0] ?? ''
  const client = ({ url }: ServiceNode) => createClient({ baseUrl: url, apiKey, retries: 0 })
  await importToolkit({ client: client(first) }, oauthToolkit(provider))
  const { auth_config } = await client(first).authConfigs.create({
    body: {
      toolkit: { slug: 'notes' },
      auth_config: {
        type: 'use_custom_auth',
        credentials: { client_id: 'client', client_secret: 'client-secret-0123' },
      },
    },
  })
  return {
    provider,
    shared,
    first,
    start,
    client,
    /** An account whose access token has long ended. */
    connect: async () => {
      const val = {
        ...provider.grant(),
        expires_at: '2020-01-01T00:00:00Z',
        status: 'ACTIVE' as const,
      }
      const { id } = await client(first).connectedAccounts.create({
        body: {
          auth_config: { id: auth_config.id },
          connection: { user_id: 'ada', state: { authScheme: 'OAUTH2', val } },
        },
      })
      provider.refuseAccessTokens()
      return id
    },
    call: async (node) =>
      (
        await client(node).tools.execute({
          params: { tool_slug: 'NOTES_LIST_NOTES' },
          body: { user_id: 'ada', arguments: {} },
        })
      ).error,
  }
}

describe.skipIf(engine !== 'postgres')('nodes that share a database', () => {
  it.each([
    ['answers at once', 0],
    ['takes its time', slowSeconds],
  ] as const)(
    'send one refresh for 200 calls at once, with a token endpoint that %s',
    { timeout: 300_000 },
    async (_name, seconds) => {
      verifies('accounts.renewal.once')
      const { first, start, provider, connect, call } = await startWorld({
        after: () => pause(seconds * 1000),
      })
      const second = await start()
      await connect()

      const errors = await Promise.all(
        Array.from({ length: 200 }, (_each, index) => call(index % 2 === 0 ? first : second)),
      )

      expect(errors.filter((error) => error !== null)).toEqual([])
      expect(provider.refreshes).toHaveLength(1)
    },
  )

  it(
    'lose no grant when one is killed, but where that hit the exchange, which the account then says',
    { timeout: 300_000 + killCycles * 8_000 },
    async () => {
      verifies('accounts.renewal.once', 'accounts.renewal.interrupted')
      const aWhile = () => pause(Math.random() * 100)
      const { first, shared, provider, start, client, connect, call } = await startWorld({
        before: aWhile,
        after: aWhile,
      })
      const hit: string[] = []
      let account = await connect()
      let next = start()
      for (let cycle = 0; cycle < killCycles; cycle += 1) {
        const victim = await next
        next = start()
        provider.refuseAccessTokens()
        const sentBefore = provider.refreshes.length
        const exchangedBefore = provider.exchanged.length
        const calls = Promise.allSettled([call(victim), call(victim), call(victim)])
        // Half of them where it hurts: from when the provider sees the request until what it
        // answered is stored.
        if (cycle % 2 === 0)
          await Promise.race([
            calls,
            expect
              .poll(() => provider.refreshes.length, { interval: 5, timeout: 60_000 })
              .toBeGreaterThan(sentBefore),
          ])
        await pause(Math.random() * (cycle % 2 === 0 ? 250 : 800))
        await victim.kill()
        await calls
        await expect.poll(provider.countPending).toBe(0)
        const [row] = await shared.query(
          `select lease_owner from connected_accounts where id = '${account}'`,
        )
        // As if the time of a lease had passed: whoever held it is surely dead.
        await shared.query(
          `update connected_accounts set lease_until = '2020-01-01T00:00:00.000Z' where lease_owner is not null`,
        )

        const wasHit = row?.['lease_owner'] !== null && provider.exchanged.length > exchangedBefore
        const error = await call(first)
        const { status, status_reason } = await client(first).connectedAccounts.get({
          params: { nanoid: account },
        })
        expect({ cycle, isLost: error !== null, status }).toEqual({
          cycle,
          isLost: wasHit,
          status: wasHit ? 'EXPIRED' : 'ACTIVE',
        })
        if (!wasHit) continue
        expect(status_reason).toContain('interrupted')
        hit.push(account)
        account = await connect()
      }
      await next
      // No refresh token was sent twice, but the lost ones: by who was killed, and by who then
      // tried whether they are good.
      expect(provider.refreshes.length - new Set(provider.refreshes).size).toBe(hit.length)
      console.log(`${killCycles} nodes were killed, ${hit.length} of them within the exchange`)
    },
  )
})

if (engine !== 'postgres')
  console.warn(
    'The tests of renewals by several nodes need PostgreSQL and are skipped: set TEST_DATABASE_URL',
  )
