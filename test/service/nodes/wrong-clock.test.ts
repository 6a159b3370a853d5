import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dayMs } from '../../../src/service/platform/clock.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { instancesOf, noteMade, startNotes } from '../../support/start-source.ts'
import { authority, startReceiver } from '../../support/start-receiver.ts'
import { startNode } from '../../support/start-node.ts'
import { startService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'

/** As packages of Debian and Fedora install it. */
const fakeTime = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib64/faketime/libfaketime.so.1',
].find((path) => existsSync(path))
if (isThorough && !fakeTime)
  console.warn('libfaketime is not installed: the test of a process with a wrong clock is skipped')

const within = { timeout: 60_000, interval: 20 }

it('a clock that was 400 days ahead stops no trigger and no delivery', async () => {
  verifies('nodes.clock')
  const shared = await createSharedDatabase()
  const notes = await startNotes()
  let isUp = false
  const receiver = await startReceiver(() => ({ status: isUp ? 200 : 500 }))
  let aheadMs = 400 * dayMs
  const options = {
    database: shared.database,
    egressAllow: [notes.upstream.host, '127.0.0.0/8', '::1/128'],
    extraCa: authority,
    clock: { now: () => new Date(Date.now() + aheadMs) },
  }
  const wrong = await startService(options)
  await wrong.client.webhookSubscriptions.create({
    body: { webhook_url: receiver.url, enabled_events: ['svc.trigger.message'] },
  })
  await importToolkit(wrong, {
    slug: 'notes',
    source: { openapi: openNotesApi(notes.upstream.url) },
    triggers: [noteMade()],
  })
  await instancesOf(wrong).upsert('NOTES_NOTE_MADE', {
    trigger_config: { include_existing: true, interval_seconds: 1 },
  })
  notes.add('by a wrong clock')
  // Its first attempt fails, and the next is stored as due in 400 days.
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), within)
  await wrong.close()

  aheadMs = 0
  isUp = true
  const before = receiver.received.length
  await startService(options)
  notes.add('by the right one')

  const texts = () => receiver.received.slice(before).map(({ body }) => JSON.parse(body).data.text)
  await vi.waitFor(
    () => expect(texts().toSorted()).toEqual(['by a wrong clock', 'by the right one']),
    within,
  )
})

it.skipIf(!isThorough || !fakeTime)(
  'a process whose clock is 400 days ahead for seconds polls on when it is right',
  { timeout: 180_000 },
  async () => {
    verifies('nodes.clock')
    const shared = await createSharedDatabase()
    const notes = await startNotes()
    const first = await startService({
      database: shared.database,
      egressAllow: [notes.upstream.host],
    })
    await importToolkit(first, {
      slug: 'notes',
      source: { openapi: openNotesApi(notes.upstream.url) },
      triggers: [noteMade()],
    })
    await instancesOf(first).upsert('NOTES_NOTE_MADE')
    await first.close()
    const folder = await mkdtemp(join(tmpdir(), 'clock-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const clock = join(folder, 'clock')
    await writeFile(clock, '+0')
    await startNode({
      ...('url' in shared.database
        ? { DATABASE_URL: shared.database.url }
        : { PLUGBOARD_DATA: shared.database.folder }),
      PLUGBOARD_EGRESS_ALLOW: notes.upstream.host,
      LD_PRELOAD: fakeTime ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      // As when an operator or a time server sets the clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const pollsOn = async (polls: number) => {
      const before = notes.polls()
      await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(before + polls), {
        timeout: 90_000,
      })
    }

    await pollsOn(3)
    await writeFile(clock, '+400d')
    await pollsOn(3)
    await writeFile(clock, '+0')
    await pollsOn(3)
  },
)
