import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { isThorough } from '../../../support/thorough.ts'
import { listScored, runSuite } from './conformance/run-suite.ts'
import { fixtureKey, startFixture } from './conformance/start-fixture.ts'
import { startHeaderProxy } from './conformance/start-header-proxy.ts'

let fixture: Awaited<ReturnType<typeof startFixture>>
let proxy: Awaited<ReturnType<typeof startHeaderProxy>>
beforeAll(async () => {
  fixture = await startFixture()
  proxy = await startHeaderProxy(fixture.url, { 'x-api-key': fixtureKey })
})
afterAll(async () => {
  await proxy.close()
  await fixture.close()
})

const revisions: [string, number, string[]][] = [
  // Two that are not scored yet stand beside those that are.
  ['2026-07-28', 37, ['http-header-validation', 'http-custom-header-server-validation']],
  ['2025-11-25', 30, []],
]

describe('the protocol layer', () => {
  it.each(isThorough ? revisions : revisions.slice(0, 1))(
    'passes every scored scenario of the official suite for %s, and skips no check of them',
    async (revision, count, more) => {
      verifies('mcp-protocol.conformance', 'mcp-protocol.listen', 'mcp-protocol.parameter-headers')
      const scored = await listScored(revision)
      expect(scored).toHaveLength(count)
      const found = await runSuite(proxy.url, ['--requirements', revision])
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
