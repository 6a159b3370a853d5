import type { Kysely } from 'kysely'
import { compareVersions } from '../compare-versions.ts'
import { serviceVersion } from '../service-version.ts'
import type { Migrations } from './database.ts'
import { databaseMigrations } from './migrations.ts'

type SchemaVersion = { migration: string; migrated_by: string; oldest_version: string }
type Tables = { schema_versions: SchemaVersion }

/** What the database says about migrations that this version does not know. */
export type Compatibility = {
  /** The oldest version that runs on the schema; null if the database does not say. */
  oldestVersion: string | null
  /** The newest version that migrated it; null if the database does not say. */
  migratedBy: string | null
}

const [table = ''] = Object.keys(databaseMigrations).toSorted()
/** No migration before it took away what an older version needs. */
const firstVersion = '0.1.0'

/**
 * Notes for each migration which versions run after it. Also for those that ran before there was a
 * place to note it, or whose note was lost with the process: an older version then refuses until
 * this one has started once.
 */
export const noteVersions = async (
  db: Kysely<Record<never, never>>,
  migrations: Migrations,
  ran: readonly string[],
): Promise<void> => {
  if (!ran.includes(table)) return
  const notes = ran.flatMap((migration) => {
    const known = migrations[migration]
    return known
      ? {
          migration,
          migrated_by: serviceVersion,
          oldest_version: known.contracts ?? firstVersion,
        }
      : []
  })
  await db
    .withTables<Tables>()
    .insertInto('schema_versions')
    .values(notes)
    .onConflict((conflict) => conflict.column('migration').doNothing())
    .execute()
}

/** What the notes say of these migrations; nulls unless all of them have one. */
export const readCompatibility = async (
  db: Kysely<Record<never, never>>,
  ran: readonly string[],
  unknown: readonly string[],
): Promise<Compatibility> => {
  const notes = ran.includes(table)
    ? await db.withTables<Tables>().selectFrom('schema_versions').selectAll().execute()
    : []
  const noted = new Set(notes.map(({ migration }) => migration))
  if (notes.length === 0 || unknown.some((migration) => !noted.has(migration)))
    return { oldestVersion: null, migratedBy: null }
  return {
    oldestVersion: newest(notes.map((note) => note.oldest_version)),
    migratedBy: newest(notes.map((note) => note.migrated_by)),
  }
}

const newest = (versions: readonly string[]): string | null =>
  versions.toSorted(compareVersions).at(-1) ?? null
