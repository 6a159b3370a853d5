import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEraseUser } from '../../../src/service/users/erase-user.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

describeEachEngine('the second pass of an erasure', (open, engine) => {
  it('follows the last erasure of a user, also where that of an earlier one is still to come', async () => {
    verifies('users.erase')
    const database = await open({ migrated: true })
    const { parts, project, passMinutes } = await createSessionParts(database)
    const erase = createEraseUser(parts, {
      retention: () => [],
      findProject: async () => project,
      deleteAccount: async () => {},
      deleteSession: async () => {},
      forget: [],
      longestCallMs: 600_000,
    })
    const waiting = async () => {
      const table = engine === 'sqlite' ? 'jobs where queue' : 'pgboss.job where name'
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.raw(table)} = 'users.erase'`.execute(database.handle)
      return Number(rows[0]?.count)
    }
    await erase(project, 'ada')
    await erase(project, 'ada')
    expect(await waiting()).toBe(1)
    passMinutes(10)
    await erase(project, 'ada')
    expect(await waiting()).toBe(2)
  })
})
