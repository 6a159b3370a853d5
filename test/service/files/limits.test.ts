import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../../../src/service/platform/database/index.ts'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'

const maximumBytes = 1_000_000

let service: TestService
let now = Date.parse('2030-01-01T00:00:00.000Z')
beforeAll(async () => {
  service = await startService({
    keep: true,
    clock: { now: () => new Date(now) },
    uploads: { maximumBytes, projectBytes: 3 * maximumBytes },
  })
})
afterAll(() => service.close())

const upload = (
  content: string | Uint8Array<ArrayBuffer>,
  query: { mimetype?: string; md5?: string } = {},
) =>
  service.client.files.upload({
    query,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  })

/** What the service answers to a body that comes without a length. */
const stream = (body: ReadableStream<Uint8Array>): Promise<Response> => {
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey },
    body,
    duplex: 'half',
  }
  return fetch(`${service.url}/api/v3/files`, request)
}

/** Gives pieces of 100 kB until `size`, and counts what was asked for. */
const pieces = (
  size: number,
  atEnd: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
) => {
  const given = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (given.bytes >= size) return atEnd(controller)
      given.bytes += 100_000
      controller.enqueue(new Uint8Array(100_000))
    },
  })
  return { given, body }
}

it('refuses a file that is too large, has another MD5 or no media type', async () => {
  verifies('files.limits', 'files.upload')
  await expect(upload(new Uint8Array(maximumBytes + 1))).rejects.toMatchObject({
    slug: 'invalid_request',
    message: 'The file is larger than 1000000 bytes',
    suggestedFix: expect.stringContaining('PLUGBOARD_MAX_UPLOAD_BYTES'),
  })
  await expect(upload('one', { md5: hash('md5', 'two') })).rejects.toMatchObject({
    slug: 'invalid_request',
    message: `The content has the MD5 ${hash('md5', 'one')}, not ${hash('md5', 'two')}`,
  })
  await expect(upload('one', { mimetype: 'a/b\r\nX-Evil: 1' })).rejects.toMatchObject({
    slug: 'invalid_request',
    errors: [expect.stringContaining('query.mimetype')],
  })
})

it('stops reading a file without a length where it becomes too large', async () => {
  verifies('files.streamed')
  const { given, body } = pieces(1_000 * maximumBytes, (controller) => controller.close())
  // Whether the refusal comes through is up to the connection; what matters is that the rest is not
  // taken.
  await stream(body).catch(() => undefined)
  expect(given.bytes).toBeLessThan(200 * maximumBytes)
})

it('keeps nothing of what was refused or broke off, and stores no more for a project than it may', async () => {
  verifies('files.whole', 'files.limits')
  await expect(
    stream(pieces(500_000, (controller) => controller.error(new Error('cut off'))).body),
  ).rejects.toThrow('fetch failed')
  const most = () => upload(new Uint8Array(maximumBytes))

  // There is room for three files only when nothing else is left.
  await Promise.all([most(), most()])
  await expect
    .poll(() =>
      most().then(
        ({ size }) => size,
        ({ message }: Error) => message,
      ),
    )
    .toBe(maximumBytes)

  await expect(upload('x')).rejects.toMatchObject({
    slug: 'unprocessable',
    message: expect.stringContaining('3000000 bytes'),
    suggestedFix: expect.stringContaining('PLUGBOARD_PROJECT_UPLOAD_BYTES'),
  })
  const unannounced = await stream(new Blob(['x']).stream())
  expect([unannounced.status, await unannounced.json()]).toMatchObject([
    422,
    { error: { slug: 'unprocessable' } },
  ])
  now += 3_600_000
  expect(await upload('x')).toMatchObject({
    size: 1,
    name: 'file',
    mimetype: 'application/octet-stream',
  })
})

it('counts uploads that come at once together', async () => {
  verifies('files.limits')
  const { database, query } = await createSharedDatabase()
  const { client, close } = await startService({
    keep: true,
    database,
    uploads: { maximumBytes, projectBytes: 200_000 },
  })
  const uploads = () =>
    Array.from({ length: 2 }, () =>
      client.files.upload({ query: {}, content: new Uint8Array(150_000) }).then(
        ({ size }) => String(size),
        ({ slug }: { slug: string }) => slug,
      ),
    )
  const outcomes = await (database.engine === 'postgres'
    ? startedTogether(database.url, query, uploads)
    : Promise.all(uploads()))
  expect(outcomes.toSorted()).toEqual(['150000', 'unprocessable'])
  await close()
})

/** What comes of them when each has stored its content before any can read what the others stored. */
const startedTogether = async (
  url: string,
  query: SharedDatabase['query'],
  start: () => Promise<string>[],
): Promise<string[]> => {
  const other = await openPostgres(url, 2)
  const { results } = await other.transaction(async (transaction) => {
    await sql`select id from projects for no key update`.execute(transaction)
    const results = start()
    const haveEnded = Promise.all(results).then(() => true)
    const wait = async () => {
      const waiting = await query(`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting.length === results.length
    }
    await expect.poll(() => Promise.race([haveEnded, wait()])).toBe(true)
    return { results }
  })
  await other.close()
  return Promise.all(results)
}

it('takes four uploads of a project at once, lets some wait and refuses the rest', async () => {
  const held: ReadableStreamDefaultController<Uint8Array>[] = []
  const open = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) =>
        void (controller.enqueue(new TextEncoder().encode('begun')), held.push(controller)),
    })
  const running = Array.from({ length: 4 }, () => stream(open()))
  const later: Promise<Response>[] = []

  const settled: Response[] = []
  while (settled.length === 0) {
    const next = stream(new Blob(['more']).stream())
    later.push(next)
    void next.then((response) => settled.push(response))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const refused = settled[0]
  // Results with files take turns with them.
  const { session_id } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const file = { at: '/file', base64: 'eA==', content_type: 'text/plain' }
  await expect(
    service.client.sessions.storeResult({
      params: { session_id },
      body: { data: { file: null }, files: [file] },
    }),
  ).rejects.toMatchObject({ slug: 'rate_limited' })
  for (const controller of held) controller.close()

  expect(await refused?.json()).toMatchObject({
    error: { slug: 'rate_limited', message: 'Too many uploads are already in progress' },
  })
  expect(refused?.headers.get('retry-after')).toBe('5')
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const statuses = (await Promise.all(later)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(20)
  expect(new Set(statuses)).toEqual(new Set([201, 429]))
})
