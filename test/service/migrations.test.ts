import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, test } from 'vitest'
import { readConfig, startService } from '../../src/service/index.ts'
import { migrations } from '../support/migrations.ts'
import { describeEachEngine } from '../support/temporary-database.ts'

test('a service runs the migrations of every capability', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const service = await startService(
    readConfig({
      PLUGBOARD_DATA: folder,
      PLUGBOARD_PORT: '0',
      PLUGBOARD_LOG_LEVEL: 'silent',
      PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
    }),
  )
  await service.close()
  const database = new DatabaseSync(join(folder, 'plugboard.db'), { readOnly: true })
  onTestFinished(() => database.close())

  const ran = database.prepare('select name from kysely_migration order by name').all()

  expect(ran.map(({ name }) => name)).toEqual(Object.keys(migrations).toSorted())
})

describeEachEngine('a database', (open) => {
  it('of a version with other migrations is refused, and the message says what to do', async () => {
    const database = await open({ migrated: true })
    const other = { '0310_of_another_version': { up: async () => {} } }
    await database.migrate({ ...migrations, ...other })

    await expect(database.migrate(migrations)).rejects.toThrow(
      /migration 0310_of_another_version.*before the first release.*start with a new data folder or a new, empty database/,
    )
  })
})
