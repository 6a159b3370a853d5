import { randomBytes } from 'node:crypto'

/** Names the databases of one run of vitest, whose end drops what is left of them. */
const run = process.env['TEST_POSTGRES_RUN']

/**
 * Makes a database on the PostgreSQL that TEST_DATABASE_URL names: an empty one in English, or a copy
 * of the one that `template` names. In a run of vitest nobody waits until it is dropped: PostgreSQL writes
 * all of its pages to the disk for that.
 */
export const createPostgresDatabase = async ({ template }: { template?: string } = {}): Promise<{
  name: string
  url: string
  drop: () => Promise<void>
}> => {
  const adminUrl = adminUrlOfTests()
  const name = `test_${run === undefined ? '' : `${run}_`}${randomBytes(8).toString('hex')}`
  const drop = () => dropDatabase(adminUrl, name)
  await administer(
    adminUrl,
    `create database ${name} ${template ? `template ${template}` : english}`,
  )
  return {
    name,
    url: Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href,
    // What fails here is tried again at the end of the run.
    drop: run === undefined ? drop : async () => void drop().catch(() => {}),
  }
}

/**
 * As most have it, such as those of the official image: texts are ordered as in a dictionary, a before
 * B, and not by their bytes. ICU has that where the machine knows no such locale.
 */
const english = `template template0 locale_provider icu icu_locale 'en-US' locale 'C'`

/** Drops what is left of the run, all at once: they share the writing. */
export const dropDatabasesOfRun = async (): Promise<void> => {
  const adminUrl = adminUrlOfTests()
  const names = await administer(
    adminUrl,
    `select datname as name from pg_database where datname like 'test\\_${run}\\_%'`,
  )
  for (let at = 0; at < names.length; at += dropsAtOnce)
    await Promise.all(
      names.slice(at, at + dropsAtOnce).map(({ name }) => dropDatabase(adminUrl, String(name))),
    )
}

const dropsAtOnce = 16

const adminUrlOfTests = (): string => {
  const url = process.env['TEST_DATABASE_URL']
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL is not set: it names a PostgreSQL where databases may be created',
    )
  return url
}

const dropDatabase = async (adminUrl: string, name: string): Promise<void> =>
  void (await administer(adminUrl, `drop database if exists ${name} with (force)`))

const administer = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
