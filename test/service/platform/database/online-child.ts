import { openPostgres, openSqlite } from '../../../../src/service/platform/database/index.ts'
import { onlineMigrations, watchFills } from './online-migrations.ts'

/** Runs online steps in a process of its own, which is killed within a batch, before its commit. */
const [engine, location = '', killedAt] = process.argv.slice(2)
const database = engine === 'postgres' ? await openPostgres(location) : openSqlite(location)
let batches = 0
await database.runOnlineSteps(
  watchFills(onlineMigrations, async (fill) => {
    await fill()
    batches += 1
    if (batches === Number(killedAt)) process.kill(process.pid, 'SIGKILL')
  }),
)
await database.close()
