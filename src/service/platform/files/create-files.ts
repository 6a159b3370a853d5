import type { Clock } from '../clock.ts'
import { timestamp } from '../clock.ts'
import type { Database, Handle } from '../database/index.ts'
import { deleteInBatches } from '../delete-in-batches.ts'
import { createId, createSecret } from '../ids.ts'
import { hashToken } from '../secrets/index.ts'
import type { Cipher, Files } from './files.ts'
import { deleteSomeFilesExpiredBy, deleteSomeFilesOf, findChunk, findFile, insertChunk, insertFile, type FileRow } from './store.ts'

/** A multiple of three, so that no chunk's base64 is padded; small enough to be one row. */
const chunkBytes = 192 * 1024

const plain: Cipher = { encrypt: (text) => text, decrypt: (text) => text }

/**
 * Keeps files in the service's database, where every node finds them.
 *
 * @example
 * const files = createFiles(database, { clock: systemClock })
 * const { token } = await files.store(database.handle, { scope: 'tenant_1', contentType: 'text/csv', bytes, expiresAt })
 * const file = await files.open(token)
 * if (file) for await (const piece of file.read()) response.write(piece)
 */
export const createFiles = (database: Database, { clock }: { clock: Clock }): Files => ({
  store: async (handle, { scope, contentType, name, bytes, expiresAt, cipher = plain }) => {
    const token = createSecret('')
    const id = createId('file_')
    await inTransaction(database, handle, async (transaction) => {
      await insertFile(transaction, {
        id,
        token_hash: hashToken(token),
        scope,
        content_type: contentType,
        name: name ?? null,
        size: bytes.byteLength,
        created_at: timestamp(clock),
        expires_at: expiresAt.toISOString(),
      })
      for (const [position, chunk] of toChunks(bytes).entries()) {
        await insertChunk(transaction, { file_id: id, position, content: await cipher.encrypt(chunk.toString('base64')) })
      }
    })
    return { token, size: bytes.byteLength, expiresAt }
  },
  open: async (token) => {
    const row = await findFile(database.handle, hashToken(token))
    if (!row || row.expires_at <= timestamp(clock)) return null
    return {
      scope: row.scope,
      contentType: row.content_type,
      name: row.name,
      size: row.size,
      expiresAt: new Date(row.expires_at),
      read: (cipher = plain) => readChunks(database.handle, row, cipher),
    }
  },
  removeExpired: () => deleteInBatches((limit) => deleteSomeFilesExpiredBy(database.handle, timestamp(clock), limit)),
  deleteScope: (scope) => deleteInBatches((limit) => deleteSomeFilesOf(database.handle, scope, limit)),
})

const inTransaction = (database: Database, handle: Handle, work: (transaction: Handle) => Promise<void>): Promise<void> =>
  handle.isTransaction ? work(handle) : database.transaction(work)

const toChunks = (bytes: Uint8Array): Buffer[] => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: chunkCount(buffer.length) }, (_, position) => buffer.subarray(position * chunkBytes, (position + 1) * chunkBytes))
}

async function* readChunks(handle: Handle, file: FileRow, cipher: Cipher): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < chunkCount(file.size); position++) {
    const content = await findChunk(handle, file.id, position)
    if (content === null) throw new Error('The file was removed while it was read')
    yield Buffer.from(await cipher.decrypt(content), 'base64')
  }
}

const chunkCount = (size: number): number => Math.ceil(size / chunkBytes)
