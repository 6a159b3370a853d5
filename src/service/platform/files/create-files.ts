import { createHash } from 'node:crypto'
import { hourMs, timestamp, type Clock } from '../clock.ts'
import { isUniqueViolation, type Database, type Handle } from '../database/index.ts'
import { createId, createSecret } from '../ids.ts'
import { hashToken } from '../secrets/index.ts'
import { placeOf, readChunks, toChunks } from './chunks.ts'
import type { Cipher, FileFacts, Files, NewFile, NewUpload } from './files.ts'
import { removeFiles } from './remove-files.ts'
import { filesStore, type FileRow } from './store.ts'

/** Longer than any request: an upload that is incomplete by then belongs to a crashed process. */
const uploadMs = hourMs

const plain: Cipher = {
  seal: (bytes) => Buffer.from(bytes).toString('base64'),
  open: (text) => Buffer.from(text, 'base64'),
}

/**
 * Stores files in the service's database, which all nodes share.
 *
 * @example
 * const files = createFiles(database, { clock: systemClock })
 * const { token } = await files.store(database.handle, { scope: 'tenant_1', contentType: 'text/csv', bytes, expiresAt })
 * const file = await files.open(token)
 * if (file) for await (const piece of file.read()) response.write(piece)
 */
export const createFiles = (database: Database, { clock }: { clock: Clock }): Files => {
  const toRow = ({
    scope,
    contentType,
    name,
    userId,
    expiresAt,
  }: Omit<NewFile, 'bytes'>): FileRow => ({
    id: createId('file_'),
    token_hash: hashToken(createSecret('')),
    scope,
    content_type: contentType,
    name: name ?? null,
    user_id: userId ?? null,
    size: 0,
    created_at: timestamp(clock),
    expires_at: expiresAt.toISOString(),
    is_upload: 0,
    sha256: '',
  })

  const toOpenFile = (row: FileRow | undefined) =>
    !row || row.expires_at <= timestamp(clock)
      ? null
      : { ...toFacts(row), read: (cipher = plain) => readChunks(database.handle, row, cipher) }

  const writeChunks = async (
    row: FileRow,
    content: AsyncIterable<Uint8Array>,
    { cipher = plain, checkUsage }: NewUpload,
  ): Promise<Pick<FileRow, 'size' | 'sha256'>> => {
    const hash = createHash('sha256')
    let size = 0
    let position = 0
    for await (const { bytes, isLast } of toChunks(content)) {
      hash.update(bytes)
      size += bytes.byteLength
      const chunk = {
        file_id: row.id,
        position,
        content: cipher.seal(bytes, placeOf(row.id, position, isLast)),
      }
      // One short transaction per chunk, since the client determines how long an upload takes.
      await database.transaction(async (transaction) => {
        const store = filesStore(transaction)
        await store.grow(row.id, bytes.byteLength)
        await checkUsage?.(transaction)
        await store.insertChunk(chunk)
      })
      position += 1
    }
    return { size, sha256: hash.digest('hex') }
  }

  return {
    store: async (handle, { bytes, isUpload = false, ...file }) => {
      const token = createSecret('')
      const row: FileRow = {
        ...toRow(file),
        token_hash: hashToken(token),
        size: bytes.byteLength,
        is_upload: isUpload ? 1 : 0,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }
      const cipher = file.cipher ?? plain
      await inTransaction(database, handle, async (transaction) => {
        const store = filesStore(transaction)
        await store.insert(row)
        let position = 0
        for await (const chunk of toChunks(only(bytes))) {
          await store.insertChunk({
            file_id: row.id,
            position,
            content: cipher.seal(chunk.bytes, placeOf(row.id, position, chunk.isLast)),
          })
          position += 1
        }
      })
      return { token, size: row.size, expiresAt: file.expiresAt }
    },
    receive: async (content, upload) => {
      const row: FileRow = {
        ...toRow(upload),
        is_upload: 1,
        expires_at: new Date(clock.now().getTime() + uploadMs).toISOString(),
      }
      const store = filesStore(database.handle)
      const keyHash = hashKey(upload.scope, upload.key)
      await store.insert(row)
      try {
        const { size, sha256 } = await writeChunks(row, content, upload)
        const whole = { sha256, token_hash: keyHash, expires_at: upload.expiresAt.toISOString() }
        await store.releaseKey(keyHash, timestamp(clock))
        if (!(await store.finish(row, whole)))
          throw new Error('The file was removed while it was being received')
        return toFacts({ ...row, ...whole, size })
      } catch (error) {
        // If this fails, the cleanup job removes the file when the row expires.
        await removeFiles(database.handle, [row.id]).catch(() => undefined)
        const known = isUniqueViolation(error) ? await store.find(keyHash) : undefined
        if (!known) throw error
        return toFacts(known)
      }
    },
    open: async (token) => toOpenFile(await filesStore(database.handle).find(hashToken(token))),
    find: async (scope, key) =>
      toOpenFile(await filesStore(database.handle).find(hashKey(scope, key))),
    setExpiry: (scope, key, expiresAt) =>
      filesStore(database.handle).setExpiry(
        hashKey(scope, key),
        expiresAt.toISOString(),
        timestamp(clock),
      ),
    usage: (scope, handle = database.handle) => filesStore(handle).usage(scope, timestamp(clock)),
  }
}

const toFacts = (row: FileRow): FileFacts => ({
  scope: row.scope,
  contentType: row.content_type,
  name: row.name,
  size: row.size,
  sha256: row.sha256,
  expiresAt: new Date(row.expires_at),
})

/**
 * A key is unique within its scope. No token has this form, so an upload can't be fetched by its
 * key alone.
 */
const hashKey = (scope: string, key: string): string => hashToken(JSON.stringify([scope, key]))

const inTransaction = (
  database: Database,
  handle: Handle,
  work: (transaction: Handle) => Promise<void>,
): Promise<void> => (handle.isTransaction ? work(handle) : database.transaction(work))

const only = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
