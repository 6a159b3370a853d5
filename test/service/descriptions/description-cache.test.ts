import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createDescriptionCache } from '../../../src/service/descriptions/description-cache.ts'
import { descriptionRetention } from '../../../src/service/descriptions/retention.ts'
import { descriptionLimits } from '../../../src/service/descriptions/limits.ts'
import { dayMs, hourMs } from '../../../src/service/platform/clock.ts'
import { createFiles, fileRetention } from '../../../src/service/platform/files/index.ts'
import { createOutbound } from '../../../src/service/platform/outbound/index.ts'
import { PublicError } from '../../../src/service/platform/public-error.ts'
import { deleteExpired } from '../../../src/service/platform/retention/index.ts'
import { startDescriptionHost, type DescriptionHost } from '../../support/start-description-host.ts'
import { authority } from '../../support/start-receiver.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../support/temporary-database.ts'
import { verifies } from '../../requirements.ts'

class NoDescription extends PublicError {}

/** Several chunks of a file, compressed. */
const maximumBytes = 1_000_000

const parse = async (content: Uint8Array): Promise<string> => {
  const text = Buffer.from(content).toString()
  if (text.startsWith('<')) throw new NoDescription('it is a page')
  return text
}

describeEachEngine('copies of descriptions', (open) => {
  let shared: TemporaryDatabase
  beforeAll(async () => {
    shared = await open({ migrated: true })
  })

  /** A cache whose reader is one node, and a server that it reads. */
  const start = async (limits: Partial<typeof descriptionLimits> = {}, database = shared) => {
    const host = await startDescriptionHost()
    // A test before may have had the same port.
    await sql`delete from descriptions where address like ${`${host.url}/%`}`.execute(
      database.handle,
    )
    const outbound = createOutbound({ allow: [`import@${host.host}`], ca: authority })
    onTestFinished(async () => {
      await outbound.close()
      await host.close()
    })
    let time = Date.parse('2026-11-23T10:00:00.000Z')
    const clock = { now: () => new Date(time) }
    const files = createFiles(database, { clock })
    const open = () =>
      createDescriptionCache({ database, files, clock }, { ...descriptionLimits, ...limits })
    const readWith = async (
      cache: ReturnType<typeof open>,
      path: string,
      { revalidates = false, room = Number.MAX_SAFE_INTEGER, idleTimeoutMs = 60_000 } = {},
    ) => {
      const { signal } = new AbortController()
      const { document, note, sha256 } = await cache.read(`${host.url}${path}`, {
        revalidates,
        parse,
        signal,
        takeBytes: (bytes) => bytes <= room,
        send: async (headers) => {
          const response = await outbound.send({
            egress: { purpose: 'import', projectId: 'pr_1' },
            method: 'GET',
            url: `${host.url}${path}`,
            headers,
            maxResponseBytes: maximumBytes,
            idleTimeoutMs,
          })
          if (response.status !== 200 && response.status !== 304)
            throw new NoDescription(`it responded with ${response.status}`)
          return response
        },
      })
      return { document, note, sha256 }
    }
    const cache = open()
    return {
      host,
      open,
      readWith,
      read: (path: string, options?: Parameters<typeof readWith>[2]) =>
        readWith(cache, path, options),
      pass: (ms: number) => void (time += ms),
      clean: () =>
        deleteExpired(database.handle, [...descriptionRetention, ...fileRetention], clock.now()),
    }
  }

  /** Files that have not expired on the day of these tests. */
  const contentsIn = async (database: TemporaryDatabase): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from files where expires_at > ${'2026-12-01'}
    `.execute(database.handle)
    return Number(rows[0]?.count)
  }

  const requestsTo = (host: DescriptionHost) => host.requests.splice(0)

  const addressesAt = async ({ url }: DescriptionHost, database = shared): Promise<string[]> => {
    const { rows } = await sql<{ address: string }>`
      select address from descriptions where address like ${`${url}/%`} order by address
    `.execute(database.handle)
    return rows.map(({ address }) => address.slice(url.length))
  }

  it('are used for a day, and then until the server says that it has another', async () => {
    verifies('toolkits.add.cached')
    const { host, read, pass } = await start()
    host.publish('/notes.json', 'first')

    expect(await read('/notes.json')).toMatchObject({ document: 'first', note: undefined })
    pass(dayMs - 1)
    expect(await read('/notes.json')).toMatchObject({ document: 'first', note: undefined })
    expect(requestsTo(host)).toEqual(['200 /notes.json'])

    pass(1)
    expect(await read('/notes.json')).toMatchObject({ document: 'first', note: undefined })
    expect(await read('/notes.json')).toMatchObject({ document: 'first' })
    expect(requestsTo(host)).toEqual(['304 /notes.json'])

    host.publish('/notes.json', 'second')
    expect(await read('/notes.json')).toMatchObject({ document: 'first' })
    expect(await read('/notes.json', { revalidates: true })).toMatchObject({ document: 'second' })
    expect(await read('/notes.json')).toMatchObject({ document: 'second' })
    expect(requestsTo(host)).toEqual(['200 /notes.json'])
  })

  it('of a server without conditions are fetched again', async () => {
    const { host, read, pass } = await start()
    host.publish('/plain.json', 'first', { etag: false })
    await read('/plain.json')
    pass(dayMs)
    host.publish('/plain.json', 'second', { etag: false })
    expect(await read('/plain.json')).toMatchObject({ document: 'second' })
    expect(requestsTo(host)).toEqual(['200 /plain.json', '200 /plain.json'])
  })

  it.each<[string, Parameters<DescriptionHost['reacts']>[0]]>([
    ['is away', ({ socket }) => void socket.destroy()],
    ['fails', (_request, response) => void response.writeHead(503).end()],
    ['has lost it', (_request, response) => void response.writeHead(404).end()],
    ['responds with a page', (_request, response) => void response.end('<html>')],
    ['sends too much', (_request, response) => void response.end('x'.repeat(maximumBytes + 1))],
    [
      'never ends',
      (_request, response) => {
        const more = () => response.write('x'.repeat(10_000), more)
        more()
      },
    ],
    [
      'breaks off',
      ({ socket }, response) => {
        response.writeHead(200, { 'content-length': 10 })
        response.write('half', () => socket.destroy())
      },
    ],
  ])('are used while the server %s, with a note', async (_name, react) => {
    verifies('toolkits.add.cached')
    const { host, read } = await start()
    host.publish('/notes.json', 'first')
    host.reacts(react)
    await expect(read('/notes.json')).rejects.toThrow(PublicError)
    expect(await addressesAt(host)).toEqual([])
    host.reacts(undefined)
    await read('/notes.json')

    host.reacts(react)
    const { document, note } = await read('/notes.json', { revalidates: true })
    expect(document).toBe('first')
    expect(note).toMatch(/\/notes\.json" could not be read again, so its copy of 2026-11-23 /)

    host.reacts(undefined)
    expect(await read('/notes.json', { revalidates: true })).toMatchObject({ note: undefined })
  })

  it('are used while the server says nothing, with a note', async () => {
    verifies('toolkits.add.cached')
    const { host, read } = await start()
    host.publish('/notes.json', 'first')
    await read('/notes.json')
    host.reacts((_request, response) => void response.writeHead(200).flushHeaders())
    const { document, note } = await read('/notes.json', { revalidates: true, idleTimeoutMs: 50 })
    expect([document, note]).toEqual(['first', expect.stringContaining('its copy of 2026-11-23')])
  })

  it('that a slow node got are not put in the place of later ones', async () => {
    const own = await open({ migrated: true })
    const { host, open: openNode, readWith, read, pass } = await start({}, own)
    const asked = Promise.withResolvers<() => void>()
    host.reacts((_request, response) => asked.resolve(() => response.end('old')))
    const slow = readWith(openNode(), '/notes.json')
    const respond = await asked.promise
    pass(1)
    host.reacts(undefined)
    host.publish('/notes.json', 'new')
    expect(await read('/notes.json')).toMatchObject({ document: 'new' })
    respond()
    expect(await slow).toMatchObject({ document: 'old' })
    expect(await read('/notes.json')).toMatchObject({ document: 'new' })
    expect(await contentsIn(own)).toBe(1)
  })

  it('are kept once, and no longer than an address holds them', async () => {
    const own = await open({ migrated: true })
    const { host, read } = await start({}, own)
    for (const path of ['/a', '/b']) host.publish(path, 'same')
    await read('/a')
    await read('/b')
    expect(await contentsIn(own)).toBe(1)
    host.publish('/a', 'other')
    await read('/a', { revalidates: true })
    expect(await contentsIn(own)).toBe(2)
    host.publish('/b', 'other')
    await read('/b', { revalidates: true })
    expect(await contentsIn(own)).toBe(1)
    expect(await read('/b')).toMatchObject({ document: 'other' })
  })

  it('take memory of the project that reads them', async () => {
    const { host, read } = await start()
    host.publish('/notes.json', 'first')
    await read('/notes.json')
    await expect(read('/notes.json', { room: 4 })).rejects.toThrow('already in progress')
    expect(await read('/notes.json', { room: 5 })).toMatchObject({ document: 'first' })
  })

  it('that are damaged or gone are fetched again', async () => {
    const { host, read } = await start()
    const content = randomBytes(450_000).toString('hex')
    host.publish('/large.json', content)
    const { sha256 } = await read('/large.json')
    await sql`update file_chunks set content = ${'AAAA'} where file_id in (
      select id from files where scope = 'descriptions' and sha256 != '')`.execute(shared.handle)
    expect(await read('/large.json')).toMatchObject({ document: content, sha256 })
    expect(await read('/large.json')).toMatchObject({ document: content })
    expect(requestsTo(host)).toEqual(['200 /large.json', '200 /large.json'])
    await sql`delete from files where scope = 'descriptions'`.execute(shared.handle)
    expect(await read('/large.json', { revalidates: true })).toMatchObject({ document: content })
    expect(requestsTo(host)).toEqual(['200 /large.json'])
  })

  it('that were not used for longest make room, and the retention deletes them', async () => {
    verifies('toolkits.add.cached')
    const own = await open({ migrated: true })
    const { host, read, pass, clean } = await start({ totalBytes: 2_500, entryBytes: 1_100 }, own)
    // Neither can be compressed, nor begins as a page does.
    for (const name of ['a', 'b', 'c', 'huge'])
      host.publish(
        `/${name}`,
        Buffer.concat([Buffer.from('#'), randomBytes(name === 'huge' ? 2_000 : 1_000)]),
      )
    for (const name of ['a', 'b']) {
      await read(`/${name}`)
      pass(hourMs)
    }
    await read('/a')
    await read('/huge')
    pass(hourMs)
    await read('/c')
    pass(hourMs)
    await clean()
    expect(await addressesAt(host, own)).toEqual(['/a', '/c'])
    requestsTo(host)
    await read('/b')
    await read('/c')
    expect(requestsTo(host)).toEqual(['200 /b'])

    pass(91 * dayMs)
    await clean()
    expect(await addressesAt(host, own)).toEqual([])
    const { rows } = await sql`select id from files`.execute(own.handle)
    expect(rows).toEqual([])
  })

  it('of two nodes that read at once are one, the one that was asked for last', async () => {
    const { host, open: openNode, readWith } = await start()
    host.publish('/notes.json', 'x'.repeat(50_000))
    const nodes = Array.from({ length: 6 }, openNode)
    const found = await Promise.all(nodes.map((node) => readWith(node, '/notes.json')))
    expect(new Set(found.map(({ sha256 }) => sha256)).size).toBe(1)
    const { rows } = await sql<{ count: number }>`select count(*) as count from files
      where scope = 'descriptions' and sha256 = (
        select sha256 from files where scope = 'descriptions' order by created_at desc limit 1)
    `.execute(shared.handle)
    expect(Number(rows[0]?.count)).toBe(1)
    requestsTo(host)
    for (const node of nodes)
      expect(await readWith(node, '/notes.json')).toMatchObject({ sha256: found[0]?.sha256 })
    expect(requestsTo(host)).toEqual([])
  })

  it('that a clock far ahead noted are asked for again when it is right', async () => {
    verifies('nodes.clock')
    const { host, read, pass } = await start()
    host.publish('/notes.json', 'first')
    pass(400 * dayMs)
    await read('/notes.json')
    pass(-400 * dayMs)
    host.publish('/notes.json', 'second')
    expect(await read('/notes.json')).toMatchObject({ document: 'second' })
    requestsTo(host)
    expect(await read('/notes.json')).toMatchObject({ document: 'second' })
    expect(requestsTo(host)).toEqual([])
  })
})
