import type { Handle } from '../database/index.ts'

export type FileRow = {
  id: string
  token_hash: string
  scope: string
  content_type: string
  name: string | null
  size: number
  created_at: string
  expires_at: string
}

type ChunkRow = { file_id: string; position: number; content: string }

type Tables = { files: FileRow; file_chunks: ChunkRow }

const tables = (handle: Handle) => handle.withTables<Tables>()

export const insertFile = async (transaction: Handle, file: FileRow): Promise<void> => {
  await tables(transaction).insertInto('files').values(file).execute()
}

export const insertChunk = async (transaction: Handle, chunk: ChunkRow): Promise<void> => {
  await tables(transaction).insertInto('file_chunks').values(chunk).execute()
}

export const findFile = async (handle: Handle, tokenHash: string): Promise<FileRow | undefined> =>
  tables(handle).selectFrom('files').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export const findChunk = async (handle: Handle, fileId: string, position: number): Promise<string | null> => {
  const row = await tables(handle)
    .selectFrom('file_chunks')
    .select('content')
    .where('file_id', '=', fileId)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.content ?? null
}

/** The chunks go with their file. */
const deleteSome = async (handle: Handle, files: ReturnType<typeof some>): Promise<number> =>
  Number((await tables(handle).deleteFrom('files').where('id', 'in', files).executeTakeFirstOrThrow()).numDeletedRows)

const some = (handle: Handle, limit: number) => tables(handle).selectFrom('files').select('id').limit(limit)

export const deleteSomeFilesExpiredBy = (handle: Handle, at: string, limit: number): Promise<number> =>
  deleteSome(handle, some(handle, limit).where('expires_at', '<=', at))

export const deleteSomeFilesOf = (handle: Handle, scope: string, limit: number): Promise<number> =>
  deleteSome(handle, some(handle, limit).where('scope', '=', scope))
