import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { compareVersions } from '../compare-versions.ts'
import { PublicError } from '../public-error.ts'
import { serviceVersion } from '../service-version.ts'
import type { Migrations, MigrationState } from './database.ts'
import { onlineStore, withOnlineSteps, withStepLock } from './online/index.ts'
import { noteVersions, readCompatibility } from './schema-versions.ts'

type Db = Kysely<Record<never, never>>

/**
 * Runs the migrations that have not run, unless a newer version that allows this one has run others.
 * The migrator lets one process at a time do it.
 */
export const migrateDatabase = async (
  db: Db,
  migrations: Migrations,
  to?: string,
): Promise<MigrationState> => {
  const before = await readMigrationState(db, migrations)
  if (before.unknown.length > 0) return requireUsable(before)
  const hasRows = before.last !== null
  const whole = withOnlineSteps(migrations, { hasRows })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => whole } })
  const run = () => (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
  const { error } = await (hasRows && before.pending.length > 0 ? withStepLock(db, run) : run())
  if (error !== undefined) {
    // A newer version may have migrated meanwhile.
    const after = await readMigrationState(db, migrations)
    if (after.unknown.length > 0) return requireUsable(after, error)
    throw new Error('The database could not be migrated', { cause: error })
  }
  await noteVersions(db, migrations, await listRan(db))
  return readMigrationState(db, migrations)
}

/** Compares the migrations that ran with those of this version; changes nothing. */
export const readMigrationState = async (
  db: Db,
  migrations: Migrations,
): Promise<MigrationState> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const ran = tables.some(({ name }) => name === migrationTable) ? await listRan(db) : []
  const known = Object.keys(migrations).toSorted()
  const pending = known.filter((name) => !ran.includes(name))
  const unknown = ran.filter((name) => !known.includes(name))
  const { oldestVersion, migratedBy } = await readCompatibility(db, ran, unknown)
  return {
    pending,
    unknown,
    last: ran.at(-1) ?? null,
    isEmpty: tables.length === 0,
    isUsable:
      pending.length === 0 &&
      (unknown.length === 0 ||
        (oldestVersion !== null && compareVersions(serviceVersion, oldestVersion) >= 0)),
    oldestVersion,
    migratedBy,
    online: tables.some(({ name }) => name === stepsTable) ? await onlineStore(db).list() : [],
  }
}

/** The database is of a version with which this one cannot work. */
class OtherVersionError extends PublicError {
  override name = 'OtherVersionError'
}

/** Where the migrator notes what ran. */
const migrationTable = 'kysely_migration'

const stepsTable = 'online_steps'

const listRan = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(migrationTable)}`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

const requireUsable = (state: MigrationState, cause?: unknown): MigrationState => {
  if (state.isUsable) return state
  throw new OtherVersionError(toRefusal(state), { cause })
}

const toRefusal = ({ unknown, pending, oldestVersion, migratedBy }: MigrationState): string => {
  if (oldestVersion === null)
    return (
      `The database could not be migrated: it was written by another version, whose migration ${unknown[0]} this version does not know. ` +
      'A database from before the first release cannot be upgraded: start with a new data folder or a new, empty database. ' +
      'A database of a newer version needs that version.'
    )
  const reason =
    pending.length > 0
      ? `it lacks ${pending[0]} of this version (${serviceVersion})`
      : `versions before ${oldestVersion} do not run on it, and this is ${serviceVersion}`
  return (
    `The database was migrated by version ${migratedBy}: ${reason}. ` +
    `Start version ${migratedBy} or newer, or restore a backup that version ${serviceVersion} made.`
  )
}
