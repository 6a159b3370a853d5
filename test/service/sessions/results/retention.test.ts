import { expect, it } from 'vitest'
import { createProjector } from '../../../../src/service/platform/projection/index.ts'
import { deleteExpired, toKept } from '../../../../src/service/platform/retention/index.ts'
import { sessionRetention } from '../../../../src/service/sessions/retention.ts'
import { sessionStore } from '../../../../src/service/sessions/store.ts'
import { createResults } from '../../../../src/service/sessions/results/results.ts'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'
import { createSessionParts } from '../session-parts.ts'

describeEachEngine('stored results', (open) => {
  it('are encrypted, and go when they are as old as logs get', async () => {
    verifies('sessions.results.encrypted')
    const database = await open({ migrated: true })
    const { parts, project } = await createSessionParts(database)
    await insertSession(database, 'trs_1')
    const projector = createProjector()
    const results = createResults({ ...parts, projector })
    const session = {
      project,
      id: 'trs_1',
      config: {
        workbench: { enable: true, proxy_execution_enabled: true, auto_offload_threshold: 5 },
      },
    }

    const { handle } = await results.offload(session, { text: 'a secret of the user' })
    expect(await results.read(session, String(handle), { path: 'text' })).toMatchObject({
      value: 'a secret of the user',
    })
    const rows = await database.handle
      .withTables<{ session_results: { content: string } }>()
      .selectFrom('session_results')
      .select('content')
      .execute()
    expect(rows.map(({ content }) => content.includes('secret'))).toEqual([false])

    await deleteExpired(
      database.handle,
      sessionRetention(toKept({ logs: 1 })),
      new Date('2026-11-22T11:00:00Z'),
    )
    await results.read(session, String(handle), {})
    await deleteExpired(
      database.handle,
      sessionRetention(toKept({ logs: 1 })),
      new Date('2026-11-22T13:00:00Z'),
    )
    await expect(results.read(session, String(handle), {})).rejects.toMatchObject({
      slug: 'not_found',
    })
  })

  it('are none of a session that was deleted while the call ran: its answer comes whole', async () => {
    verifies('sessions.results.deleted-session')
    const database = await open({ migrated: true })
    const { parts, project } = await createSessionParts(database)
    const results = createResults({ ...parts, projector: createProjector() })
    const session = {
      project,
      id: 'trs_1',
      config: {
        workbench: { enable: true, proxy_execution_enabled: true, auto_offload_threshold: 5 },
      },
    }
    await insertSession(database, 'trs_1')
    expect(await results.offload(session, { text: 'long enough' })).toHaveProperty('handle')
    const { handle } = database
    await handle.withTables<Tables>().deleteFrom('sessions').where('id', '=', 'trs_1').execute()

    expect(await results.offload(session, { text: 'long enough' })).toEqual({ text: 'long enough' })
    expect(await results.keep(session, { text: 'long enough' })).toBeUndefined()
    expect(
      await database.transaction((transaction) =>
        results.offload(session, { text: 'long enough' }, transaction),
      ),
    ).toEqual({ text: 'long enough' })
    const kept = await handle
      .withTables<Tables>()
      .selectFrom('session_results')
      .select('id')
      .execute()
    expect(kept).toHaveLength(1)
  })
})

type Tables = { session_results: { id: string }; sessions: { id: string } }

const insertSession = async (database: TemporaryDatabase, id: string): Promise<void> => {
  await sessionStore(database.handle).insert({
    id,
    project_id: 'pr_1',
    user_id: 'ada',
    config: '{}',
    catalog_stamp: 0,
    created_at: '2026-11-21T12:00:00.000Z',
    extras: null,
    config_version: 1,
    expires_at: '2026-12-21T12:00:00.000Z',
    idle_days: null,
  })
}
