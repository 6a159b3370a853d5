import type { TestProject } from 'vitest/node'
import { migrations } from './migrations.ts'
import { openPostgres } from '../../src/service/platform/database/index.ts'
import { createPostgresDatabase, dropDatabasesOfRun } from './postgres-database.ts'

declare module 'vitest' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ProvidedContext {
    /**
     * The name of a database with every table and nothing in them: PostgreSQL copies it faster than
     * a service migrates.
     */
    migratedPostgres: string
  }
}

/** Run by vitest once, before the tests on PostgreSQL. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { name, url } = await createPostgresDatabase()
  const database = await openPostgres(url)
  try {
    await database.migrate(migrations)
  } finally {
    await database.close()
  }
  provide('migratedPostgres', name)
  return dropDatabasesOfRun
}
