import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../../src/service/platform/clock.ts'
import { createFiles, filesMigrations, type Cipher, type OpenFile } from '../../../../src/service/platform/files/index.ts'
import { describeEachEngine, type TemporaryDatabase } from '../../../support/temporary-database.ts'

const later = new Date('2100-01-01T00:00:00.000Z')

describeEachEngine('files', (open) => {
  let database: TemporaryDatabase
  beforeAll(async () => {
    database = await open()
    await database.migrate(filesMigrations)
  })

  it('gives back what was stored', async () => {
    const files = createFiles(database, { clock: systemClock })
    const bytes = randomBytes(5 * 1024 * 1024)

    const stored = await files.store(database.handle, { scope: 'tenant_1', contentType: 'image/png', name: 'ä picture.png', bytes, expiresAt: later })

    expect(stored).toEqual({ token: expect.stringMatching(/^[A-Za-z0-9]{22,}$/), size: bytes.length, expiresAt: later })
    const file = await files.open(stored.token)
    expect(file).toMatchObject({ scope: 'tenant_1', contentType: 'image/png', name: 'ä picture.png', size: bytes.length, expiresAt: later })
    expect((await contentOf(file)).equals(bytes)).toBe(true)
  })

  it.each([0, 1, 192 * 1024, 192 * 1024 + 1])('keeps a file of %i bytes', async (size) => {
    const files = createFiles(database, { clock: systemClock })
    // A view into a larger buffer, as network code gives it.
    const bytes = new Uint8Array(randomBytes(size + 16)).subarray(8, 8 + size)
    const { token } = await files.store(database.handle, { scope: 'tenant_1', contentType: 'application/octet-stream', bytes, expiresAt: later })
    const file = await files.open(token)
    expect(file).toMatchObject({ size, name: null })
    expect((await contentOf(file)).equals(bytes)).toBe(true)
  })

  it('stores no token, and with a cipher no readable content', async () => {
    const files = createFiles(database, { clock: systemClock })
    const cipher: Cipher = { encrypt: async (text) => `sealed:${reversed(text)}`, decrypt: async (text) => reversed(text.slice('sealed:'.length)) }

    const { token } = await files.store(database.handle, { scope: 'secret', contentType: 'text/plain', bytes: Buffer.from('confidential'), expiresAt: later, cipher })

    const tables = database.handle.withTables<{ files: { scope: string; id: string }; file_chunks: { file_id: string; content: string } }>()
    const rows = await tables.selectFrom('files').innerJoin('file_chunks', 'file_id', 'id').selectAll().where('scope', '=', 'secret').execute()
    expect(rows).toMatchObject([{ content: expect.stringMatching(/^sealed:/) }])
    expect(JSON.stringify(rows)).not.toContain(token)
    const file = await files.open(token)
    expect(Buffer.concat(await piecesOf(file, cipher)).toString()).toBe('confidential')
  })

  it('is stored with the transaction or not at all', async () => {
    const files = createFiles(database, { clock: systemClock })
    let token = ''
    const rolledBack = database.transaction(async (transaction) => {
      ;({ token } = await files.store(transaction, { scope: 'tenant_1', contentType: 'text/plain', bytes: Buffer.from('never'), expiresAt: later }))
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await files.open(token)).toBeNull()
  })

  it('does not know a token nobody was given', async () => {
    const files = createFiles(database, { clock: systemClock })
    expect(await files.open('')).toBeNull()
    expect(await files.open('0123456789ABCDEFGHIJKLMNOP')).toBeNull()
  })

  it('does not open a file that has expired, and removes it', async () => {
    let now = Date.parse('2030-01-01T00:00:00.000Z')
    const files = createFiles(database, { clock: { now: () => new Date(now) } })
    const store = (scope: string, seconds: number) =>
      files.store(database.handle, { scope, contentType: 'text/plain', bytes: Buffer.from('brief'), expiresAt: new Date(now + seconds * 1_000) })
    const brief = await store('brief', 60)
    const long = await store('brief', 3_600)
    await files.removeExpired()
    expect(await files.open(brief.token)).not.toBeNull()

    now += 60_000

    expect(await files.open(brief.token)).toBeNull()
    await files.removeExpired()
    const { rows } = await sql<{ id: string }>`select id from files where scope = 'brief'`.execute(database.handle)
    expect(rows).toHaveLength(1)
    expect((await contentOf(await files.open(long.token))).toString()).toBe('brief')
  })

  it('deletes the files of a scope with their content, and no others', async () => {
    const files = createFiles(database, { clock: systemClock })
    const store = (scope: string) => files.store(database.handle, { scope, contentType: 'text/plain', bytes: Buffer.from(scope), expiresAt: later })
    const gone = await store('gone')
    const kept = await store('kept')
    const opened = await files.open(gone.token)

    await files.deleteScope('gone')

    expect(await files.open(gone.token)).toBeNull()
    await expect(contentOf(opened)).rejects.toThrow('removed while it was read')
    expect((await contentOf(await files.open(kept.token))).toString()).toBe('kept')
  })
})

const contentOf = async (file: OpenFile | null): Promise<Buffer> => Buffer.concat(await piecesOf(file))

const piecesOf = async (file: OpenFile | null, cipher?: Cipher): Promise<Uint8Array[]> => {
  const pieces: Uint8Array[] = []
  for await (const piece of file?.read(cipher) ?? []) pieces.push(piece)
  return pieces
}

const reversed = (text: string): string => [...text].reverse().join('')
