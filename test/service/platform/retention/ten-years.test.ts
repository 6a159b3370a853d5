import { sql, type KyselyPlugin, type TableMetadata } from 'kysely'
import { expect, it } from 'vitest'
import { dayMs, minuteMs } from '../../../../src/service/platform/clock.ts'
import { deleteExpired, type Retention } from '../../../../src/service/platform/retention/index.ts'
import { verifies } from '../../../requirements.ts'
import { readRetention } from '../../../support/retention.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'
import { countByLevel } from '../../../support/thorough.ts'

const now = new Date('2036-11-28T12:00:00.000Z')
const years = 10
/** In one statement of the test. */
const inserted = 250

/** Rows of these belong to rows of other tables, without which no row can be written. */
const withParents = new Set([
  'authorization_attempts',
  'connected_accounts',
  'link_sessions',
  'toolkit_versions',
  'webhook_deliveries',
])

const tables = (await readRetention()).filter(
  ({ table, expiry = [] }) => expiry.length > 0 && !withParents.has(table),
)

describeEachEngine('ten years of rows', (open, engine) => {
  it(
    'are deleted in steps of at most 1,000 rows, each of little work',
    { timeout: 3_600_000 },
    async () => {
      verifies('retention.steps')
      const database = await open({ migrated: true })
      const count = countByLevel('rows of a table for ten years', {
        desk: 120,
        gate: 1_000,
        full: 20_000,
      })
      const described = await database.handle.introspection.getTables()
      const steps: { table: string; rows: number; cpuMs: number }[] = []
      for (const retention of tables) {
        const table = described.find(({ name }) => name === retention.table)
        if (!table) throw new Error(`There is no table ${retention.table}`)
        await fill(database, retention, table, count)
        await sql`analyze ${sql.table(retention.table)}`.execute(database.handle)
        const watched = database.handle.withPlugin(watchDeletions(retention.table, steps))
        await deleteExpired(watched, [retention], now)
        const { rows } = await sql<{ rows: number }>`
        select count(*) as rows from ${sql.table(retention.table)}`.execute(database.handle)
        const deleted = steps
          .filter(({ table: name }) => name === retention.table)
          .reduce((sum, step) => sum + step.rows, 0)
        expect([retention.table, Number(rows[0]?.rows) + deleted]).toEqual([retention.table, count])
        // Of the oldest table, a month of ten years stays.
        expect(deleted, retention.table).toBeGreaterThan(count * 0.85)
      }

      expect(tables.length).toBeGreaterThan(20)
      expect(steps.filter(({ rows }) => rows > 1_000)).toEqual([])
      const slowest = steps.toSorted((one, other) => other.cpuMs - one.cpuMs)[0]
      console.log(
        `${engine}: ${steps.length} steps over ${tables.length} tables; most CPU: ${JSON.stringify(slowest)}`,
      )
      // On PostgreSQL the work is the server's. One pause of the collector is not of the cleaner.
      const cpu = steps.map(({ cpuMs }) => cpuMs).toSorted((one, other) => one - other)
      expect(cpu[Math.floor(cpu.length * 0.99)]).toBeLessThan(50)
    },
  )
})

/** Notes rows and processor time of each deletion. */
const watchDeletions = (
  table: string,
  steps: { table: string; rows: number; cpuMs: number }[],
): KyselyPlugin => {
  let before = process.cpuUsage()
  return {
    transformQuery: ({ node }) => {
      before = process.cpuUsage()
      return node
    },
    transformResult: async ({ result }) => {
      const { user, system } = process.cpuUsage(before)
      if (result.numAffectedRows !== undefined)
        steps.push({ table, rows: Number(result.numAffectedRows), cpuMs: (user + system) / 1_000 })
      return result
    },
  }
}

/** Fills a table with rows whose times lie evenly in the ten years before now. */
const fill = async (
  { handle }: TemporaryDatabase,
  { table, key, expiry = [] }: Retention,
  { columns }: TableMetadata,
  count: number,
): Promise<void> => {
  const [aged] = expiry
  const needed = columns.filter(
    ({ name, isNullable, hasDefaultValue }) =>
      name === aged?.column ||
      name === aged?.only?.column ||
      key.includes(name) ||
      (!isNullable && !hasDefaultValue),
  )
  const valueOf = ({ name, dataType }: (typeof columns)[number], row: number) => {
    const at = now.getTime() - (row / count) * years * 365 * dayMs
    if (name === aged?.column)
      return aged.unit === 'minute' ? Math.floor(at / minuteMs) : new Date(at).toISOString()
    if (name === aged?.only?.column) return aged.only.values?.[0] ?? null
    // Unlike `Buffer`s, numbers and texts are the same on both engines.
    if (/int|real|double|float|numeric/i.test(dataType)) return row
    return /blob|bytea/i.test(dataType) ? Buffer.from('x') : `${name} ${row}`
  }
  for (let from = 0; from < count; from += inserted) {
    const rows = Array.from(
      { length: Math.min(inserted, count - from) },
      (_, index) => sql`(${sql.join(needed.map((column) => valueOf(column, from + index)))})`,
    )
    await sql`
      insert into ${sql.table(table)} (${sql.join(needed.map(({ name }) => sql.ref(name)))})
      values ${sql.join(rows)}`.execute(handle)
  }
}
