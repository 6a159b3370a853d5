import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
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

describe('the protocol layer', () => {
  it.each([
    ['2026-07-28', 37],
    ['2025-11-25', 30],
  ])('passes every scored scenario of the official suite for %s', async (revision, count) => {
    verifies('mcp-protocol.conformance')
    const scored = await listScored(revision)
    expect(scored).toHaveLength(count)
    const found = await runSuite(proxy.url, ['--requirements', revision])
    const failures = scored.flatMap((scenario) => {
      const checks = found.get(scenario)
      if (!checks) return [`${scenario}: did not run`]
      return checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map(({ id, status, errorMessage }) => `${scenario} ${id}: ${status} ${errorMessage ?? ''}`)
    })
    expect(failures).toEqual([])
  }, 120_000)
})
