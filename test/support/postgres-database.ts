import { randomBytes } from 'node:crypto'

/**
 * Makes a database on the PostgreSQL that TEST_DATABASE_URL names: an empty one, or a copy of the
 * one that `template` names.
 */
export const createPostgresDatabase = async ({ template }: { template?: string } = {}): Promise<{
  name: string
  url: string
  drop: () => Promise<void>
}> => {
  const adminUrl = process.env['TEST_DATABASE_URL']
  if (!adminUrl)
    throw new Error(
      'TEST_DATABASE_URL is not set: it names a PostgreSQL where databases may be created',
    )
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(
    adminUrl,
    `create database ${name}${template === undefined ? '' : ` template ${template}`}`,
  )
  return {
    name,
    url: Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href,
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

const administer = async (url: string, statement: string): Promise<void> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
