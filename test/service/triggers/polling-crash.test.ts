import { expect, it, vi } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { expireLeases } from '../../support/expire-leases.ts'
import { followEvents } from '../../support/follow-events.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startNode } from '../../support/start-node.ts'
import { instancesOf, noteMade, startNotes } from '../../support/start-source.ts'
import { engine } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'

// On PostgreSQL each time costs the half minute after which a dead process is missed.
const kills = engine === 'postgres' ? 1 : 5
const within = { timeout: 300_000, interval: 50 }

it.runIf(isThorough)(
  'killed in the middle of a poll loses nothing, and repeats nothing but with the same id',
  { timeout: 300_000 },
  async () => {
    verifies('triggers.poll.crash')
    const shared = await createSharedDatabase()
    const { database } = shared
    const notes = await startNotes()
    const start = () =>
      startNode({
        ...('url' in database
          ? { DATABASE_URL: database.url }
          : { PLUGBOARD_DATA: database.folder }),
        PLUGBOARD_EGRESS_ALLOW: notes.upstream.host,
      })
    let node = await start()
    await expect.poll(node.stdout).toContain('pbk_')
    const apiKey = /pbk_\w+/.exec(node.stdout())?.[0] ?? ''
    const client = () => createClient({ baseUrl: node.url, apiKey, retries: 0 })
    await importToolkit(
      { client: client() },
      {
        slug: 'notes',
        source: { openapi: openNotesApi(notes.upstream.url) },
        triggers: [noteMade()],
      },
    )
    const id = await instancesOf({ client: client() }).upsert('NOTES_NOTE_MADE')
    await vi.waitFor(
      async () =>
        expect((await instancesOf({ client: client() }).show(id)).state).toHaveProperty(
          'marked_at',
        ),
      within,
    )

    const made: string[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const { promise: asked, resolve } = Promise.withResolvers<void>()
      const answer = notes.current.answer
      made.push(notes.add(`before kill ${kill}`).text)
      notes.current.answer = (request, all) => {
        resolve()
        return answer(request, all)
      }
      await asked
      await node.kill()
      notes.current.answer = answer
      await expireLeases(shared)
      made.push(notes.add(`after kill ${kill}`).text)
      node = await start()
    }
    const all = await followEvents({ client: client() }).until(
      (found) => found.length >= made.length,
    )
    expect(all.map(({ data }) => data['text']).toSorted()).toEqual(made.toSorted())
    const ids = (await shared.query(`select id from events where type = 'trigger.message'`)).map(
      (row) => row['id'],
    )
    expect(all.map((event) => event.id).toSorted()).toEqual(ids.toSorted())
  },
)
