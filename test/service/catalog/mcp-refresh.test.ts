import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createRefresh } from '../../../src/service/catalog/mcp/refresh.ts'
import { dayMs } from '../../../src/service/platform/clock.ts'
import { verifies } from '../../requirements.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

describeEachEngine('a toolkit that was imported while a clock was far ahead', (open, engine) => {
  it('is listed again ten minutes after it was asked for', async () => {
    verifies('mcp-source.refresh', 'nodes.clock')
    const database = await open({ migrated: true })
    const { parts, project } = await createSessionParts(database)
    const refresh = createRefresh(
      { ...parts, projects: { get: async () => project } as never },
      async () => '',
    )
    const now = parts.clock.now().getTime()
    const ahead = new Date(now + 400 * dayMs).toISOString()
    await sql`insert into toolkit_imports (id, project_id, slug, status, done, total, created_at, finished_at)
      values ('imp_1', ${project.id}, 'notes', 'succeeded', 1, 1, ${ahead}, ${ahead})`.execute(
      database.handle,
    )
    await refresh(project, 'notes')
    await refresh(project, 'notes')
    const { rows } = await (
      engine === 'sqlite'
        ? sql<{ at: string; now: string }>`
            select run_at as at, ${parts.clock.now().toISOString()} as now from jobs where queue = 'mcp-refresh'`
        : sql<{ at: string; now: string }>`
            select start_after as at, created_on as now from pgboss.job where name = 'mcp-refresh'`
    ).execute(database.handle)
    expect(
      rows.map((row) =>
        Math.round((new Date(row.at).getTime() - new Date(row.now).getTime()) / 60_000),
      ),
    ).toEqual([10])
  })
})
