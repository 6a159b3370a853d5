import { sql } from 'kysely'
import { createSecretKey, hash, randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Handle } from '../../../../src/service/platform/database/index.ts'
import { fileRetention } from '../../../../src/service/platform/files/index.ts'
import { deleteExpired, deleteScope } from '../../../../src/service/platform/retention/index.ts'
import { systemClock } from '../../../../src/service/platform/clock.ts'
import {
  createFiles,
  filesMigrations,
  type Cipher,
  type OpenFile,
} from '../../../../src/service/platform/files/index.ts'
import { createDataKey } from '../../../../src/service/platform/secrets/create-data-key.ts'
import { fileCipher } from '../../../../src/service/projects/file-cipher.ts'
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

    const stored = await files.store(database.handle, {
      scope: 'tenant_1',
      contentType: 'image/png',
      name: 'ä picture.png',
      bytes,
      expiresAt: later,
    })

    expect(stored).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9]{22,}$/),
      size: bytes.length,
      expiresAt: later,
    })
    const file = await files.open(stored.token)
    expect(file).toMatchObject({
      scope: 'tenant_1',
      contentType: 'image/png',
      name: 'ä picture.png',
      size: bytes.length,
      expiresAt: later,
    })
    expect((await contentOf(file)).equals(bytes)).toBe(true)
  })

  it.each([0, 1, 192 * 1024, 192 * 1024 + 1])('keeps a file of %i bytes', async (size) => {
    const files = createFiles(database, { clock: systemClock })
    // A view into a larger buffer, as network code gives it.
    const bytes = new Uint8Array(randomBytes(size + 16)).subarray(8, 8 + size)
    const { token } = await files.store(database.handle, {
      scope: 'tenant_1',
      contentType: 'application/octet-stream',
      bytes,
      expiresAt: later,
    })
    const file = await files.open(token)
    expect(file).toMatchObject({ size, name: null })
    expect((await contentOf(file)).equals(bytes)).toBe(true)
  })

  it('stores no token, and with a cipher no readable content', async () => {
    const files = createFiles(database, { clock: systemClock })
    const cipher: Cipher = {
      seal: (bytes) => `sealed:${reversed(Buffer.from(bytes).toString('hex'))}`,
      open: (text) => Buffer.from(reversed(text.slice('sealed:'.length)), 'hex'),
    }

    const { token } = await files.store(database.handle, {
      scope: 'secret',
      contentType: 'text/plain',
      bytes: Buffer.from('confidential'),
      expiresAt: later,
      cipher,
    })

    const tables = database.handle.withTables<{
      files: { scope: string; id: string }
      file_chunks: { file_id: string; content: string }
    }>()
    const rows = await tables
      .selectFrom('files')
      .innerJoin('file_chunks', 'file_id', 'id')
      .selectAll()
      .where('scope', '=', 'secret')
      .execute()
    expect(rows).toMatchObject([{ content: expect.stringMatching(/^sealed:/) }])
    expect(JSON.stringify(rows)).not.toContain(token)
    const file = await files.open(token)
    expect(Buffer.concat(await piecesOf(file, cipher)).toString()).toBe('confidential')
  })

  it('is stored with the transaction or not at all', async () => {
    const files = createFiles(database, { clock: systemClock })
    let token = ''
    const rolledBack = database.transaction(async (transaction) => {
      ;({ token } = await files.store(transaction, {
        scope: 'tenant_1',
        contentType: 'text/plain',
        bytes: Buffer.from('never'),
        expiresAt: later,
      }))
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
      files.store(database.handle, {
        scope,
        contentType: 'text/plain',
        bytes: Buffer.from('brief'),
        expiresAt: new Date(now + seconds * 1_000),
      })
    const brief = await store('brief', 60)
    const long = await store('brief', 3_600)
    await deleteExpired(database.handle, fileRetention, new Date(now))
    expect(await files.open(brief.token)).not.toBeNull()

    now += 60_000

    expect(await files.open(brief.token)).toBeNull()
    await deleteExpired(database.handle, fileRetention, new Date(now))
    const { rows } = await sql<{ id: string }>`select id from files where scope = 'brief'`.execute(
      database.handle,
    )
    expect(rows).toHaveLength(1)
    expect((await contentOf(await files.open(long.token))).toString()).toBe('brief')
  })

  it('deletes the files of a scope with their content, and no others', async () => {
    const files = createFiles(database, { clock: systemClock })
    const store = (scope: string) =>
      files.store(database.handle, {
        scope,
        contentType: 'text/plain',
        bytes: Buffer.from(scope),
        expiresAt: later,
      })
    const gone = await store('gone')
    const kept = await store('kept')
    const opened = await files.open(gone.token)

    await deleteScope(database.handle, fileRetention, 'gone')

    expect(await files.open(gone.token)).toBeNull()
    await expect(contentOf(opened)).rejects.toThrow('removed while it was being read')
    expect((await contentOf(await files.open(kept.token))).toString()).toBe('kept')
  })

  it('receives a stream a chunk at a time, and knows it by its key in its scope alone', async () => {
    const files = createFiles(database, { clock: systemClock })
    const bytes = randomBytes(chunk * 3 + 1)
    const known: unknown[] = []
    const held: number[] = []
    let given = 0

    const received = await files.receive(
      inPieces(bytes, 50_000, async (size) => {
        given += size
        known.push(await files.find('tenant_1', 'key_1'))
        held.push(given - (await files.usage('tenant_1')).bytes)
      }),
      { scope: 'tenant_1', key: 'key_1', contentType: 'text/csv', name: 'a.csv', expiresAt: later },
    )

    // Not found before it is whole, and never more of it held than a chunk and a piece.
    expect(known.every((file) => file === null)).toBe(true)
    expect(Math.max(...held)).toBeLessThanOrEqual(chunk + 50_000)
    expect(received).toEqual({
      scope: 'tenant_1',
      contentType: 'text/csv',
      name: 'a.csv',
      size: bytes.length,
      sha256: hash('sha256', bytes),
      expiresAt: later,
    })
    const found = await files.find('tenant_1', 'key_1')
    expect(found).toMatchObject(received)
    expect((await contentOf(found)).equals(bytes)).toBe(true)
    expect(await files.find('tenant_2', 'key_1')).toBeNull()
    expect(await files.open('key_1')).toBeNull()
    expect(await files.usage('tenant_1')).toEqual({ files: 1, bytes: bytes.length })
  })

  it('keeps the file of a key that is known already', async () => {
    const files = createFiles(database, { clock: systemClock })
    const receive = (text: string) =>
      files.receive(inPieces(Buffer.from(text), 100), {
        scope: 'twice',
        key: 'same',
        contentType: 'text/plain',
        expiresAt: later,
      })

    const both = await Promise.all([receive('one'), receive('one')])

    expect(both[0]).toEqual(both[1])
    expect((await contentOf(await files.find('twice', 'same'))).toString()).toBe('one')
    expect(await countChunks('twice')).toBe(1)
  })

  it('keeps nothing of a stream that breaks off or goes over its limit', async () => {
    const files = createFiles(database, { clock: systemClock })
    const upload = { scope: 'broken', key: 'never', contentType: 'text/plain', expiresAt: later }
    const broken = async function* () {
      yield randomBytes(chunk * 2 + 5)
      throw new Error('cut off')
    }
    const seen: number[] = []
    const checkUsage = async (transaction: Handle) => {
      const { bytes } = await files.usage('broken', transaction)
      seen.push(bytes)
      if (bytes > chunk * 2) throw new Error('too much')
    }

    await expect(files.receive(broken(), upload)).rejects.toThrow('cut off')
    await expect(
      files.receive(inPieces(randomBytes(chunk * 9), chunk), { ...upload, checkUsage }),
    ).rejects.toThrow('too much')

    expect(seen).toEqual([chunk, chunk * 2, chunk * 3])
    expect(await files.find('broken', 'never')).toBeNull()
    expect(await files.usage('broken')).toEqual({ files: 0, bytes: 0 })
    expect(await countChunks('broken')).toBe(0)
  })

  it('has what a process left that died removed', async () => {
    let now = Date.parse('2030-01-01T00:00:00.000Z')
    const files = createFiles(database, { clock: { now: () => new Date(now) } })
    const stuck = async function* () {
      yield randomBytes(chunk * 2)
      await new Promise(() => {})
    }
    void files.receive(stuck(), {
      scope: 'died',
      key: 'never',
      contentType: 'text/plain',
      expiresAt: later,
    })
    await expect.poll(() => countChunks('died')).toBe(1)

    now += 61 * 60_000

    await deleteExpired(database.handle, fileRetention, new Date(now))
    expect(await countChunks('died')).toBe(0)
  })

  it.each([
    [
      'cut at the end of a chunk',
      async () =>
        void (await tables()
          .updateTable('files')
          .set({ size: chunk * 2 })
          .where('scope', '=', 'damaged')
          .execute()),
    ],
    [
      'cut to nothing',
      async () =>
        void (await tables()
          .updateTable('files')
          .set({ size: 0 })
          .where('scope', '=', 'damaged')
          .execute()),
    ],
    [
      'cut within a chunk',
      async () =>
        void (await tables()
          .updateTable('files')
          .set({ size: chunk * 2 + 1 })
          .where('scope', '=', 'damaged')
          .execute()),
    ],
    ['with two chunks changed over', () => swapChunks('damaged')],
  ])('does not pass for whole when it is %s', async (_damage, damage) => {
    const files = createFiles(database, { clock: systemClock })
    await deleteScope(database.handle, fileRetention, 'damaged')
    const cipher = fileCipher({
      dataKey: createDataKey('pr_1', '1', createSecretKey(randomBytes(32))),
    })
    await files.receive(inPieces(randomBytes(chunk * 2 + 2), chunk), {
      scope: 'damaged',
      key: 'one',
      contentType: 'text/plain',
      expiresAt: later,
      cipher,
    })
    expect((await piecesOf(await files.find('damaged', 'one'), cipher)).length).toBe(3)

    await damage()

    await expect(piecesOf(await files.find('damaged', 'one'), cipher)).rejects.toThrow(
      /was changed, or moved|does not match/,
    )
  })

  const tables = () =>
    database.handle.withTables<{
      files: { id: string; scope: string; size: number }
      file_chunks: { file_id: string; position: number; content: string }
    }>()

  const idsOf = (scope: string) =>
    tables().selectFrom('files').select('id').where('scope', '=', scope)

  const countChunks = async (scope: string): Promise<number> =>
    (
      await tables()
        .selectFrom('file_chunks')
        .select('position')
        .where('file_id', 'in', idsOf(scope))
        .execute()
    ).length

  const swapChunks = async (scope: string) => {
    const found = await tables()
      .selectFrom('file_chunks')
      .selectAll()
      .where('file_id', 'in', idsOf(scope))
      .where('position', '<', 2)
      .execute()
    for (const { file_id: id, position, content } of found) {
      await tables()
        .updateTable('file_chunks')
        .set({ content })
        .where('file_id', '=', id)
        .where('position', '=', 1 - position)
        .execute()
    }
  }
})

const chunk = 192 * 1024

const inPieces = async function* (
  bytes: Uint8Array,
  size: number,
  onPiece?: (size: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < bytes.length; position += size) {
    const piece = bytes.subarray(position, position + size)
    yield piece
    await onPiece?.(piece.length)
  }
}

const contentOf = async (file: OpenFile | null): Promise<Buffer> =>
  Buffer.concat(await piecesOf(file))

const piecesOf = async (file: OpenFile | null, cipher?: Cipher): Promise<Uint8Array[]> => {
  const pieces: Uint8Array[] = []
  for await (const piece of file?.read(cipher) ?? []) pieces.push(piece)
  return pieces
}

const reversed = (text: string): string => [...text].reverse().join('')
