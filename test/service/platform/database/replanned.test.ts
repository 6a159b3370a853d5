import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '../../../../src/service/platform/database/index.ts'
import { placeMigratedSqlite } from '../../../support/migrated-sqlite.ts'
import { startNotesService } from '../../../support/notes-service.ts'

const createFolder = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replanned-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await placeMigratedSqlite(folder)
  return folder
}

it('writes limits into statements, which SQLite would plan again if they were bound', async () => {
  const replanned: string[] = []
  const folder = await createFolder()
  const database = openSqlite(join(folder, 'plugboard.db'), {
    onReplan: (text) => void replanned.push(text),
  })
  onTestFinished(() => database.close())
  const projects = (...conditions: RawBuilder<unknown>[]) =>
    sql`select id from projects ${sql.join(conditions, sql` `)}`.execute(database.handle)
  await projects(sql`limit ${1} offset ${2}`)
  const db = database.handle.withTables<{ projects: { id: string } }>()
  await db.selectFrom('projects').select('id').limit(1).offset(2).execute()
  expect(replanned).toEqual([])
  await projects(sql`where name like ${'a%'}`)
  expect(replanned).toEqual(['select id from projects where name like ?'])
})

it('plans no statement of calls and lists again', async () => {
  const replanned: string[] = []
  const folder = await createFolder()
  const onReplan = (text: string) => void replanned.push(text)
  const notes = await startNotesService({ database: { engine: 'sqlite', folder, onReplan } })
  onTestFinished(() => notes.close())
  const { client } = notes.service
  await notes.connect('ada')
  const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
  const tool_slug = 'NOTES_LIST_NOTES'
  const use = async () => {
    const called = await client.tools.execute({ params: { tool_slug }, body: { user_id: 'ada' } })
    expect(called.error).toBeNull()
    await client.sessions.execute({ params: { session_id }, body: { tool_slug, arguments: {} } })
    for (const query of [{}, { limit: 1 }, { user_ids: ['ada'], limit: 1 }]) {
      const { next_cursor: cursor } = await client.logs.list({ query })
      if (cursor !== null) await client.logs.list({ query: { ...query, cursor } })
      await client.connectedAccounts.list({ query })
    }
    await client.authConfigs.list({ query: { limit: 1 } })
    await client.tools.list({ query: { limit: 1 } })
    await client.sessions.search({
      params: { session_id },
      body: { queries: [{ use_case: 'read a note' }] },
    })
  }
  await use()
  await use()
  replanned.length = 0
  await use()
  expect(replanned).toEqual([])
})
