import { createPostgresDatabase } from '../../support/postgres-database.ts'

/**
 * A fresh database on the PostgreSQL of TEST_DATABASE_URL, else on this machine's; undefined, and
 * said so, when none answers.
 */
export const openPostgres = async (
  say: (text: string) => void,
): Promise<{ url: string; drop: () => Promise<void> } | undefined> => {
  process.env['TEST_DATABASE_URL'] ??= 'postgres://postgres:postgres@127.0.0.1:5432/postgres'
  try {
    return await createPostgresDatabase()
  } catch (error) {
    say(`no PostgreSQL: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
