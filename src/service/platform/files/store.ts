import type { Handle } from '../database/index.ts'
import type { Usage } from './files.ts'

export type FileRow = {
  id: string
  /**
   * Hash of the token, or of an upload's scope and key; a random value while an upload is in
   * progress.
   */
  token_hash: string
  scope: string
  content_type: string
  name: string | null
  /** For whom it was made; null: for nobody in particular. */
  user_id: string | null
  size: number
  created_at: string
  expires_at: string
  is_upload: 0 | 1
  /** In hexadecimal; empty while an upload is in progress. */
  sha256: string
}

type ChunkRow = { file_id: string; position: number; content: string }

type Tables = { files: FileRow; file_chunks: ChunkRow }

/** SQL of files. */
export const filesStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (file: FileRow) => db.insertInto('files').values(file).execute(),
    insertChunk: (chunk: ChunkRow) => db.insertInto('file_chunks').values(chunk).execute(),
    grow: (id: string, bytes: number) =>
      db
        .updateTable('files')
        .set(({ eb }) => ({ size: eb('size', '+', bytes) }))
        .where('id', '=', id)
        .execute(),
    /** An expired file releases its key even before it is removed. */
    releaseKey: (tokenHash: string, at: string) =>
      db
        .updateTable('files')
        .set(({ ref }) => ({ token_hash: ref('id') }))
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '<=', at)
        .execute(),
    /** Returns false if the file no longer exists. */
    finish: async (
      { id, token_hash: hash }: FileRow,
      whole: Pick<FileRow, 'sha256' | 'token_hash' | 'expires_at'>,
    ) =>
      (
        await db
          .updateTable('files')
          .set(whole)
          .where('id', '=', id)
          .where('token_hash', '=', hash)
          .executeTakeFirst()
      ).numUpdatedRows > 0n,
    /** Returns false if it has expired. */
    setExpiry: async (tokenHash: string, expiresAt: string, at: string) =>
      (
        await db
          .updateTable('files')
          .set({ expires_at: expiresAt })
          .where('token_hash', '=', tokenHash)
          .where('expires_at', '>', at)
          .executeTakeFirst()
      ).numUpdatedRows > 0n,
    find: (tokenHash: string) =>
      db.selectFrom('files').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst(),
    findChunk: async (fileId: string, position: number) => {
      const row = await db
        .selectFrom('file_chunks')
        .select('content')
        .where('file_id', '=', fileId)
        .where('position', '=', position)
        .executeTakeFirst()
      return row?.content ?? null
    },
    usage: async (scope: string, at: string): Promise<Usage> => {
      const row = await db
        .selectFrom('files')
        .select(({ fn }) => [
          fn.countAll<number>().as('files'),
          fn.sum<number | null>('size').as('bytes'),
        ])
        .where('scope', '=', scope)
        .where('is_upload', '=', 1)
        .where('expires_at', '>', at)
        .executeTakeFirstOrThrow()
      return { files: Number(row.files), bytes: Number(row.bytes ?? 0) }
    },
    /** From here on the file can't be found, and the cleanup job removes it. */
    hide: (id: string) =>
      db
        .updateTable('files')
        .set({ expires_at: '' })
        .where('id', '=', id)
        .where('expires_at', '!=', '')
        .execute(),
    deleteSomeChunks: async (fileId: string, limit: number) => {
      const some = db
        .selectFrom('file_chunks')
        .select('position')
        .where('file_id', '=', fileId)
        .limit(limit)
      return Number(
        (
          await db
            .deleteFrom('file_chunks')
            .where('file_id', '=', fileId)
            .where('position', 'in', some)
            .executeTakeFirst()
        ).numDeletedRows,
      )
    },
    delete: (id: string) => db.deleteFrom('files').where('id', '=', id).execute(),
  }
}
