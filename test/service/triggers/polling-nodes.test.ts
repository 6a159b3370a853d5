import { expect, it, vi } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { fastClock, instancesOf, noteMade, startNotes } from '../../support/start-source.ts'
import { engine, startService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'

const instances = 20
const intervals = isThorough ? 55 : 2

it('is polled once an interval over all nodes', { timeout: 300_000 }, async () => {
  verifies('triggers.poll.nodes')
  const shared = await createSharedDatabase()
  const notes = await startNotes()
  const clock = fastClock(50)
  const options = { database: shared.database, egressAllow: [notes.upstream.host], clock }
  const first = await startService(options)
  const nodes = engine === 'postgres' ? [first, await startService(options)] : [first]
  const { upsert } = instancesOf(first)
  const poll = {
    request: { path: '/notes', query: { instance: '{config.instance}', at: '{now}' } },
  }
  await importToolkit(first, {
    slug: 'notes',
    source: { openapi: openNotesApi(notes.upstream.url) },
    triggers: [noteMade(poll)],
  })
  for (let instance = 0; instance < instances; instance += 1)
    await upsert('NOTES_NOTE_MADE', { trigger_config: { instance } })
  await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(instances * intervals), {
    timeout: 300_000,
    interval: 50,
  })
  await Promise.all(nodes.map((node) => node.close()))

  const times = notes.upstream.received
    .map(({ url }) => new URL(url, 'http://notes').searchParams)
    .map((query) => ({ instance: query.get('instance'), at: Date.parse(query.get('at') ?? '') }))
  const waits = [...Map.groupBy(times, ({ instance }) => instance).values()].flatMap((polls) => {
    const sorted = polls.map(({ at }) => at).toSorted((a, b) => a - b)
    return sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0))
  })
  console.info(
    `${waits.length} intervals on ${nodes.length} node(s), ${waits.filter((wait) => wait < 1000).length} shorter than asked for`,
  )
  expect(waits.length).toBeGreaterThanOrEqual(instances * intervals - instances)
  expect(waits.filter((wait) => wait < 1000)).toEqual([])
})
