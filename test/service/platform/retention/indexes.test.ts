import { expect, it } from 'vitest'
import {
  deleteExpired,
  deleteOwned,
  deleteScope,
  repairTimes,
} from '../../../../src/service/platform/retention/index.ts'
import { readRetention } from '../../../support/retention.ts'
import { describeEachEngine } from '../../../support/temporary-database.ts'
import { allSteps, explain, toText } from '../lists/explain.ts'

const tables = await readRetention()
const scope = 'pr_1'
const at = '2026-11-22T00:00:00.000Z'

it('how far ahead the time of an expiry can be is declared wherever the column holds it', () => {
  const undeclared = tables.flatMap(({ table, expiry = [] }) =>
    expiry
      .filter(({ column, afterMs, aheadMs }) =>
        aheadMs === undefined ? afterMs === 0 || column.startsWith('expires') : false,
      )
      .map(({ column }) => `${table}.${column}`),
  )
  expect(undeclared).toEqual([])
})

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
        ...(await scansOf((handle) => repairTimes(handle, [table], new Date(at)))),
        ...(await Promise.all(
          (table.owners ?? []).map(({ event, property = 'id' }) =>
            scansOf((handle) =>
              deleteOwned(handle, [table], { type: event, scope, data: { [property]: 'x' }, at }),
            ),
          ),
        )),
        ...(await Promise.all(
          (table.parts ?? []).map(({ parent, ...part }) =>
            scansOf((handle) => deleteScope(handle, [{ ...part, scope: parent, user: null }], 'x')),
          ),
        )),
      ]),
    )

    expect(tables.length).toBeGreaterThan(25)
    expect(scans.flat(2)).toEqual([])
  })
})
