import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import type { Offer } from '../../../../src/service/mcp/protocol/engine/exchange.ts'
import { isThorough } from '../../../support/thorough.ts'
import { listScored, runSuite } from './conformance/run-suite.ts'
import { createFixtureOffer } from './conformance/fixture-server.ts'
import { fixtureKey, startFixture } from './conformance/start-fixture.ts'
import { startHeaderProxy } from './conformance/start-header-proxy.ts'

const open = async (offer: Offer) => {
  const fixture = await startFixture(offer)
  const proxy = await startHeaderProxy(fixture.url, { 'x-api-key': fixtureKey })
  return { url: proxy.url, close: () => proxy.close().then(fixture.close) }
}
type Opened = Awaited<ReturnType<typeof open>>
let direct: Opened
let byServer: Opened
beforeAll(async () => {
  direct = await open(createFixtureOffer())
  byServer = await open(createFixtureOffer({ isDirect: false }))
})
afterAll(() => Promise.all([direct.close(), byServer.close()]))

/** They stand beside those that are scored. */
const notScored = ['http-header-validation', 'http-custom-header-server-validation']

/** Only calls without a handshake can be direct. */
const revisions: [string, string, number, string[]][] = [
  ['2026-07-28', 'direct calls', 37, notScored],
  ['2026-07-28', "calls by the library's server", 37, notScored],
  ['2025-11-25', "calls by the library's server", 30, []],
]

describe('the protocol layer', () => {
  it.each(isThorough ? revisions : revisions.slice(0, 1))(
    'passes every scored scenario of the official suite for %s with %s, and skips no check of them',
    async (revision, calls, count, more) => {
      verifies('mcp-protocol.conformance', 'mcp-protocol.listen', 'mcp-protocol.parameter-headers')
      const scored = await listScored(revision)
      expect(scored).toHaveLength(count)
      const found = await runSuite((calls === 'direct calls' ? direct : byServer).url, [
        '--requirements',
        revision,
      ])
      const failures = [...scored, ...more].flatMap((scenario) => {
        const checks = found.get(scenario)
        if (!checks) return [`${scenario}: did not run`]
        return checks
          .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
          .map(
            ({ id, status, errorMessage }) => `${scenario} ${id}: ${status} ${errorMessage ?? ''}`,
          )
      })
      expect(failures).toEqual([])
    },
    300_000,
  )
})
