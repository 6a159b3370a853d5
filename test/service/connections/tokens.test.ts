import { expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService } from '../../support/start-service.ts'
import { askWith } from './ask-with.ts'

const origin = 'https://app.example'

it('a connect token ends when it expires, is revoked, or loses its project, and only its hash is stored', async () => {
  verifies('connections.end')
  const time = { passed: 0 }
  const shared = await createSharedDatabase()
  const service = await startService({
    database: shared.database,
    clock: { now: () => new Date(Date.parse('2026-11-21T10:00:00Z') + time.passed) },
  })
  const project = await createProject(service, 'Brief')
  const start = async (user: string, more: Record<string, unknown> = {}) => {
    const { token, expires_at } = await project.client.connectTokens.create({
      body: { user_id: user, allowed_origins: [origin], ...more },
    })
    const ask = askWith(service.url, token, { origin })
    return { token, expires_at, status: async () => (await ask('GET', '/connections')).status }
  }
  const [ada, again, eve, short] = [
    await start('ada'),
    await start('ada'),
    await start('eve'),
    await start('eve', { expires_in_seconds: 60 }),
  ]
  expect([ada.expires_at, short.expires_at]).toEqual([
    '2026-11-21T11:00:00.000Z',
    '2026-11-21T10:01:00.000Z',
  ])
  const rows = JSON.stringify(await shared.query('select * from user_tickets'))
  expect(rows).toContain('"user_id":"ada"')
  for (const { token } of [ada, again, eve, short]) expect(rows).not.toContain(token.slice(4))
  const statuses = () => Promise.all([ada, again, eve, short].map(({ status }) => status()))
  expect(await statuses()).toEqual([200, 200, 200, 200])

  // Made while a clock was ahead: its end is not that far away.
  time.passed += 2 * 24 * 3_600_000
  const ahead = await start('eve', { expires_in_seconds: 60 })
  expect(await ahead.status()).toBe(200)
  time.passed -= 2 * 24 * 3_600_000
  expect(await ahead.status()).toBe(401)

  time.passed += 61_000
  expect(await statuses()).toEqual([200, 200, 200, 401])
  await project.client.connectTokens.revoke({ query: { user_id: 'ada' } })
  expect(await statuses()).toEqual([401, 401, 200, 401])
  await service.request('DELETE', `/api/v3/org/owner/project/${project.id}`, {
    headers: { 'x-org-api-key': service.orgApiKey },
  })
  expect(await statuses()).toEqual([401, 401, 401, 401])
  await expect
    .poll(() => shared.query('select * from user_tickets'), { timeout: 30_000 })
    .toEqual([])
})
