import { expect, it } from 'vitest'
import {
  deleteExpired,
  deleteOwned,
  deleteScope,
} from '../../../../src/service/platform/retention/index.ts'
import { readRetention } from '../../../support/retention.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { allSteps, explain, toText } from '../lists/explain.ts'

const tables = await readRetention()
const scope = 'pr_1'
const at = '2026-11-22T00:00:00.000Z'

describeEachEngine('deletions by retention', (open, engine) => {
  it.runIf(engine === 'sqlite')('find their rows in an index, in every table', async () => {
    const database = await open({ migrated: true })
    const scansOf = async (work: Parameters<typeof explain>[1]) =>
      (await explain(database, work))
        .filter((plan) => allSteps(plan).some(({ text }) => text.startsWith('SCAN ')))
        .map((plan) => toText(plan))

    const scans = await Promise.all(
      tables.map(async (table) => [
        ...(await scansOf((handle) => deleteScope(handle, [table], scope))),
        ...(await scansOf((handle) => deleteExpired(handle, [table], new Date(at)))),
        ...(await Promise.all(
          (table.owners ?? []).map(({ event, property = 'id' }) =>
            scansOf((handle) =>
              deleteOwned(handle, [table], { type: event, scope, data: { [property]: 'x' }, at }),
            ),
          ),
        )),
        ...(await Promise.all(
          (table.parts ?? []).map(({ parent, ...part }) =>
            scansOf((handle) => deleteScope(handle, [{ ...part, scope: parent }], 'x')),
          ),
        )),
      ]),
    )

    expect(tables.length).toBeGreaterThan(25)
    expect(scans.flat(2)).toEqual([])
  })
})
