import { systemClock } from '../../../../src/service/platform/clock.ts'
import { openPostgres, openSqlite } from '../../../../src/service/platform/database/index.ts'
import { createJobs } from '../../../../src/service/platform/jobs/index.ts'

const [engine, location = '', queue = ''] = process.argv.slice(2)
const database = engine === 'sqlite' ? openSqlite(location) : await openPostgres(location)
const jobs = createJobs(database, { clock: systemClock, postgresUrl: location })
// As many retries as the queue of the test has.
jobs.define(queue, { retryDelaysSeconds: queue === 'fatal' ? [] : [60] }, async () => {
  process.send?.('running')
  await new Promise(() => {})
})
await jobs.start()
await database.transaction((transaction) =>
  jobs.enqueue(transaction, queue, { name: 'left behind' }),
)
