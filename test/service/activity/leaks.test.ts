import { Socket } from 'node:net'
import { queryObjects } from 'node:v8'
import { expect, it, onTestFinished } from 'vitest'
import { createSecrets, parseKeyRing } from '../../../src/service/platform/secrets/index.ts'
import { fillList } from '../../bench/processes/fill-list.ts'
import { verifies } from '../../requirements.ts'
import { startNotesService } from '../../support/notes-service.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { rootKeys } from '../../support/start-service.ts'
import { countByLevel } from '../../support/thorough.ts'

const watchers = countByLevel('streams of the console that come and go', {
  desk: 30,
  gate: 300,
  full: 5_000,
})
const batches = countByLevel('batches of 400 events through one stream', {
  desk: 2,
  gate: 5,
  full: 600,
})

/** What is alive of what each stream needs; counting collects garbage first. */
const count = () => ({
  signals: Number(queryObjects(AbortSignal, { format: 'count' })),
  sockets: Number(queryObjects(Socket, { format: 'count' })),
  timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
})

it('leaves neither memory nor connections behind for those who watched', async () => {
  verifies('activity.leaks')
  const { service, close } = await startNotesService()
  onTestFinished(close)
  const watch = async () => {
    const over = new AbortController()
    const stream = await service.client.logs.activity({ query: {} }, { signal: over.signal })
    const reading = (async () => {
      for await (const _ of stream);
    })().catch(() => undefined)
    over.abort()
    await reading
  }
  for (let number = 0; number < 20; number += 1) await watch()
  const before = count()
  for (let number = 0; number < watchers; number += 1) await watch()
  const most = watchers / 5
  await expect
    .poll(() => {
      const now = count()
      return Object.entries(before).filter(
        ([name, least]) => now[name as keyof typeof now] > least + most,
      )
    })
    .toEqual([])
})

it(
  'keeps none of the events that a stream has sent',
  { timeout: 300_000 + batches * 5_000 },
  async () => {
    verifies('activity.leaks')
    const shared = await createSharedDatabase()
    const { service, close } = await startNotesService({
      database: shared.database,
      status: () => 422,
      answer: () => ({ error: { message: 'Refused. '.repeat(1_000) } }),
    })
    onTestFinished(close)
    const database = await openServiceDatabase(shared.database)
    await service.client.tools.execute({
      params: { tool_slug: 'OPEN_LIST_NOTES' },
      body: { user_id: 'ada', arguments: {} },
    })
    const [project] = await shared.query('select id, data_key from projects')
    const projectId = String(project?.['id'])
    const dataKey = createSecrets(parseKeyRing(rootKeys)).open(
      projectId,
      String(project?.['data_key']),
    )
    const over = new AbortController()
    onTestFinished(() => over.abort())
    const stream = await service.client.logs.activity({ query: {} }, { signal: over.signal })
    let received = 0
    void (async () => {
      for await (const { data } of stream) received += data.text?.length ? 1 : 0
    })().catch(() => undefined)

    /** As many as one reading of the service finds. */
    const sendBatch = async () => {
      const wanted = received + 399
      await fillList({
        database,
        dataKey,
        projectId,
        table: 'tool_executions',
        prefix: 'log_',
        encrypted: 'payload',
        order: 'started_at',
        count: 400,
        vary: () => ({ started_at: new Date().toISOString() }),
      })
      await expect.poll(() => received, { interval: 20 }).toBe(wanted)
    }
    const heap = () => {
      queryObjects(Socket, { format: 'count' })
      return process.memoryUsage().heapUsed
    }
    await sendBatch()
    const before = heap()
    for (let batch = 0; batch < batches; batch += 1) await sendBatch()
    // An event has some kB; its id is remembered for a while.
    expect((heap() - before) / (batches * 400)).toBeLessThan(1_000)
  },
)
