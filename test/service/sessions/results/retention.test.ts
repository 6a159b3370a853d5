import { expect, it } from 'vitest'
import { createProjector } from '../../../../src/service/platform/projection/index.ts'
import { deleteExpired, toKept } from '../../../../src/service/platform/retention/index.ts'
import { sessionRetention } from '../../../../src/service/sessions/retention.ts'
import { createResults } from '../../../../src/service/sessions/results/results.ts'
import { verifies } from '../../../requirements.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { createSessionParts } from '../session-parts.ts'

describeEachEngine('stored results', (open) => {
  it('are encrypted, and go when they are as old as logs get', async () => {
    verifies('sessions.results.encrypted')
    const database = await open({ migrated: true })
    const { parts, project } = await createSessionParts(database)
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
})
