import { PgBoss } from 'pg-boss'

/**
 * Works off as many empty jobs as it is told, with pg-boss and nothing else, in batches of what a
 * node delivers at a time; says how many a second.
 */
const [url = ''] = process.argv.slice(2)
const boss = new PgBoss(url)
boss.on('error', (error) => console.error(error))
await boss.start()
await boss.createQueue('alone')
const data = { data: JSON.stringify({ delivery: 'wd_12345678901234567' }), attempts: 0 }

const workOff = async (count: number): Promise<number> => {
  await boss.insert(
    'alone',
    Array.from({ length: count }, () => ({ data })),
  )
  const { promise: finished, resolve } = Promise.withResolvers<void>()
  let left = count
  const begun = performance.now()
  const worker = await boss.work(
    'alone',
    { batchSize: 100, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
    async (jobs) => {
      left -= jobs.length
      if (left === 0) resolve()
    },
  )
  await finished
  const seconds = (performance.now() - begun) / 1_000
  await boss.offWork('alone', { id: worker })
  return count / seconds
}

process.on('message', async (message) => process.send?.(await workOff(Number(message))))
process.once('SIGTERM', async () => {
  await boss.stop({ graceful: false })
  process.exit(0)
})
console.log(JSON.stringify({}))
