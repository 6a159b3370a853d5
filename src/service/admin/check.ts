import type { Clock } from '../platform/clock.ts'
import type { Database, MigrationState } from '../platform/database/index.ts'
import type { Retention } from '../platform/retention/index.ts'
import type { Secrets } from '../platform/secrets/index.ts'
import { findSealedDamage } from './find-sealed-damage.ts'
import { adminStore } from './store.ts'

type Parts = {
  database: Database
  secrets: Secrets
  clock: Clock
  migrationState: () => Promise<MigrationState>
  retention: () => readonly Retention[]
  countWrongUsers: () => Promise<number>
}

type Finding = { check: string; problems: number; found: string }

const most = 10
/** How much clocks of nodes may differ. */
const toleranceMs = 60_000

/** Looks for what should not be in a database. It reads every row, and changes nothing. */
export const checkDatabase = async (parts: Parts): Promise<object> => {
  const store = adminStore(parts.database.handle)
  const tables = await store.listTables()
  const { pending, unknown, last, isUsable, online } = await parts.migrationState()
  const findings = [
    toFinding('migrations', isUsable ? [] : [...pending, ...unknown]),
    toFinding('integrity', await store.listDamage(most)),
    ...(await findOrphans(parts)),
    ...(await findUndecryptable(parts)),
    toFinding('counters', await findWrongCounters(parts, online)),
    { check: 'users', problems: await parts.countWrongUsers(), found: '' },
    toFinding('due times', await findLateTimes(parts)),
  ]
  const rows: { table: string; rows: number }[] = []
  for (const table of tables) rows.push({ table, rows: await store.countRows(table) })
  return {
    result: findings.every(({ problems }) => problems === 0) ? 'ok' : 'problems',
    last_migration: last,
    findings,
    tables: rows.filter((row) => row.rows > 0),
  }
}

const toFinding = (check: string, found: readonly string[]): Finding => ({
  check,
  problems: found.length,
  found: found.slice(0, most).join('; '),
})

const findUndecryptable = async (parts: Parts): Promise<Finding[]> => {
  const { keys, records, count } = await findSealedDamage(parts)
  return [
    toFinding('keys of projects', keys),
    { check: 'encrypted records', problems: count, found: records.join('; ') },
  ]
}

/** Totals of lists that differ from the number of rows, apart from tables that are still counted. */
const findWrongCounters = async (
  { database }: Parts,
  online: MigrationState['online'],
): Promise<string[]> => {
  const store = adminStore(database.handle)
  const wrong: string[] = []
  for (const counter of await store.listCounters()) {
    if (online.some(({ table }) => counter.startsWith(`${table}/`))) continue
    const { counted, rows } = await store.compareCounter(counter)
    if (counted !== rows) wrong.push(`${counter}: ${counted} of ${rows} rows`)
  }
  return wrong
}

/** Times further ahead than they can be, which a wrong clock wrote; the service moves them back. */
const findLateTimes = async ({ database, clock, retention }: Parts): Promise<string[]> => {
  const store = adminStore(database.handle)
  const late: string[] = []
  for (const { table, expiry = [] } of retention())
    for (const { column, aheadMs, unit } of expiry) {
      if (aheadMs === undefined || unit === 'minute') continue
      const latest = new Date(clock.now().getTime() + aheadMs + toleranceMs).toISOString()
      const rows = await store.countAfter(table, column, latest)
      if (rows > 0) late.push(`${table}.${column}: ${rows} rows`)
    }
  return late
}

/** Rows of projects that are not there, and parts of rows that are not. */
const findOrphans = async ({ database, retention }: Parts): Promise<Finding[]> => {
  const store = adminStore(database.handle)
  const findings: Finding[] = []
  for (const { table, scope, key, parts = [] } of retention()) {
    // `owner_id` also names what projects share.
    const ofNoProject =
      scope === undefined || scope === 'owner_id' ? 0 : await store.countOfNobody(table, scope)
    if (ofNoProject > 0)
      findings.push({ check: `projects of ${table}`, problems: ofNoProject, found: '' })
    for (const part of parts) {
      const referenced = part.references ?? key[0] ?? ''
      const count = await store.countWithout(part.table, part.parent, table, referenced)
      if (count > 0)
        findings.push({ check: `${table} of ${part.table}`, problems: count, found: '' })
    }
  }
  return findings.length > 0 ? findings : [toFinding('orphans', [])]
}
