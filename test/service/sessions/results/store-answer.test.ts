import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReadFile } from '../../../../src/client/index.ts'
import type { Config } from '../../../../src/service/index.ts'
import { openPostgres, openSqlite } from '../../../../src/service/platform/database/index.ts'
import { verifies } from '../../../requirements.ts'
import { createSharedDatabase } from '../../../support/shared-database.ts'
import { startService, type TestService } from '../../../support/start-service.ts'

const mebibyte = 1024 * 1024
let service: TestService
beforeAll(async () => {
  service = await startService({
    keep: true,
    uploads: { maximumBytes: mebibyte, projectBytes: 2 * mebibyte },
  })
})
afterAll(() => service.close())

const open = async (rules: Record<string, unknown> = {}) => ({
  params: {
    session_id: (await service.client.sessions.create({ body: { user_id: 'ada', ...rules } }))
      .session_id,
  },
})
type Body = Parameters<TestService['client']['sessions']['storeResult']>[0]['body']
const store = async (body: Body, rules: Record<string, unknown> = {}) =>
  (await service.client.sessions.storeResult({ ...(await open(rules)), body })).data
const file = (at: string, bytes: Uint8Array, name?: string) => ({
  at,
  base64: Buffer.from(bytes).toString('base64'),
  content_type: 'image/png',
  ...(name !== undefined && { name }),
})
const long = { text: 'word '.repeat(20_000) }
const refused = (given: Promise<unknown>) =>
  given.then(
    () => 'taken',
    (error: { status: number; errors: string[] }) => [error.status, ...error.errors].join(' '),
  )

it('gives files addresses in their places', async () => {
  verifies('sessions.results.custom')
  const one = Buffer.from('first')
  const data = await store({
    data: { file: null, files: ['kept', null], note: 1 },
    files: [file('/file', one, 'Bild ä.png'), file('/files/1', Buffer.from('second'))],
  })
  const reference = {
    url: expect.stringContaining(`${service.url}/files/`),
    content_type: 'image/png',
  }
  expect(data).toEqual({
    note: 1,
    file: { ...reference, size: 5, name: 'Bild ä.png', expires_at: expect.any(String) },
    files: ['kept', { ...reference, size: 6, expires_at: expect.any(String) }],
  })
  const { url } = (data ?? {})['file'] as { url: string }
  const read = await createReadFile({ baseUrl: service.url })(url)
  expect([Buffer.from(read.bytes).toString(), read.contentType]).toEqual(['first', 'image/png'])
})

it('answers a preview of what is long, with its files, and nothing where nothing changes', async () => {
  verifies('sessions.results.custom')
  const session = await open()
  const given = {
    ...session,
    body: { data: { ...long, file: null }, files: [file('/file', Buffer.from('x'))] },
  }
  const { data } = await service.client.sessions.storeResult(given)
  expect(data).toMatchObject({
    file: { size: 1 },
    size: expect.any(Number),
    handle: expect.stringMatching(/^res_/),
  })
  expect(JSON.stringify(data).length).toBeLessThan(3000)
  const part = await service.client.sessions.result({
    params: { ...session.params, handle: String(data?.['handle']) },
    query: { path: 'text', offset: 5, limit: 4 },
  })
  expect(part.value).toBe('word')

  expect(await store({ data: { short: true } })).toBeNull()
  expect(await store({ data: long }, { answers: { offload: false } })).toBeNull()
})

it('is refused beyond its bounds, and where a file has no place', async () => {
  verifies('sessions.results.custom')
  const tiny = Buffer.from('x')
  const bad = [
    { data: {}, files: [file('/file', tiny)] },
    { data: { file: null }, files: [file('/file', tiny), file('/file', tiny)] },
    { data: { files: [null] }, files: [file('/files/1', tiny)] },
    { data: { file: null }, files: [file('/other', tiny)] },
    { data: { file: null }, files: [{ ...file('/file', tiny), content_type: 'png\r\n' }] },
    { data: { file: null }, files: [{ ...file('/file', tiny), base64: '***' }] },
    { data: { file: null }, files: [file('/file', Buffer.alloc(mebibyte + 1))] },
    {
      data: { files: Array.from({ length: 11 }, () => null) },
      files: Array.from({ length: 11 }, (_, index) => file(`/files/${index % 10}`, tiny)),
    },
  ]
  for (const body of bad) expect(await refused(store(body))).toMatch(/^400/)
})

it('counts towards the uploads of the project', async () => {
  verifies('sessions.results.custom')
  const large = { data: { file: null }, files: [file('/file', Buffer.alloc(0.9 * mebibyte))] }
  expect(await refused(store(large))).toBe('taken')
  expect(await refused(store(large))).toBe('taken')
  expect(await refused(store(large))).toMatch(/^422/)
})

it('counts what comes at once together', async () => {
  verifies('sessions.results.custom', 'files.limits')
  const { url, apiKey, client, close } = await startService({
    keep: true,
    uploads: { maximumBytes: mebibyte, projectBytes: 2 * mebibyte },
  })
  const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
  const body = JSON.stringify({
    data: { file: null },
    files: [file('/file', Buffer.alloc(0.9 * mebibyte))],
  })
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      fetch(`${url}/api/v3/tool_router/session/${session_id}/results`, {
        method: 'POST',
        headers,
        body,
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, 200, 422, 422, 422, 422, 422, 422])
  await close()
})

it('keeps no file of a result that could not be stored', async () => {
  verifies('sessions.results.custom', 'files.whole')
  const { database } = await createSharedDatabase()
  const { client, close } = await startService({
    keep: true,
    database,
    logLevel: 'silent',
    uploads: { maximumBytes: mebibyte, projectBytes: mebibyte },
  })
  const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
  const storeLong = () =>
    client.sessions.storeResult({
      params: { session_id },
      body: {
        data: { ...long, file: null },
        files: [file('/file', Buffer.alloc(0.9 * mebibyte))],
      },
    })
  await rename(database, 'session_results', 'away')
  expect(await refused(storeLong())).toMatch(/^500/)
  await rename(database, 'away', 'session_results')
  // There is room for it only when nothing is left of the first.
  expect(await refused(storeLong())).toBe('taken')
  await close()
})

const rename = async (place: Config['database'], table: string, name: string) => {
  const database =
    place.engine === 'postgres'
      ? await openPostgres(place.url, 2)
      : openSqlite(join(place.folder, 'plugboard.db'))
  await database.handle.schema.alterTable(table).renameTo(name).execute()
  await database.close()
}

it('belongs to a session of the project', async () => {
  verifies('sessions.results.custom')
  const body = { data: long }
  const params = { session_id: 'trs_00000000000000000' }
  expect(await refused(service.client.sessions.storeResult({ params, body }))).toMatch(/^404/)
})
