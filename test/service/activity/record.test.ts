import { expect, it } from 'vitest'
import { createRecordActivity } from '../../../src/service/activity/record.ts'
import { activityStore } from '../../../src/service/activity/store.ts'
import { createLog } from '../../../src/service/platform/log.ts'
import { describeEachEngine } from '../../support/temporary-database.ts'
import { createSessionParts } from '../sessions/session-parts.ts'

describeEachEngine('what happens in a project', (open) => {
  it('is written together, and before the end', async () => {
    const database = await open({ migrated: true })
    const { parts, project } = await createSessionParts(database)
    const { record, finish } = createRecordActivity({ ...parts, log: createLog('silent') })
    const before = database.statements().background
    for (const text of ['one', 'two', 'three']) {
      record(project, { type: 'search', outcome: 'success', text })
      // Each comes by a request of its own.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await finish()
    expect(database.statements().background - before).toBe(1)
    expect(await activityStore(database.handle).listSince(project.id, '', 10)).toHaveLength(3)
  })
})
