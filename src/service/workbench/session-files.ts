import { Buffer } from 'node:buffer'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { createId } from '../platform/ids.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import { sandboxLimits } from './sandbox/limits.ts'
import type { SandboxFile } from './sandbox/messages.ts'
import { fileStore, type FileRow } from './store.ts'
import { PublicError } from '../platform/public-error.ts'

type Owner = { project: Project; id: string }

export type SessionFiles = ReturnType<typeof createSessionFiles>

/**
 * The files that a session's workbench keeps between calls; any node may run the next call.
 *
 * Concurrent calls each write their changes; for one path the last write wins.
 */
export const createSessionFiles = (parts: { database: Database; events: Events; clock: Clock }) => {
  const store = fileStore(parts.database.handle)

  return {
    /** The files, and the paths of those that are damaged. */
    load: async (session: Owner): Promise<{ files: SandboxFile[]; damaged: string[] }> => {
      if (!storesFiles(session)) return { files: [], damaged: [] }
      const rows = await store.list(session.project.id, session.id)
      const read = rows.map(({ path, ...row }) => ({
        path,
        base64: unlessDamaged(
          () => session.project.dataKey.decrypt(row.content, placeOf({ ...row, path })),
          () => undefined,
        ),
      }))
      return {
        files: read.flatMap(({ path, base64 }) => (base64 === undefined ? [] : [{ path, base64 }])),
        damaged: read.filter(({ base64 }) => base64 === undefined).map(({ path }) => path),
      }
    },

    /** Stores the changes of a call. Returns the reason if nothing was stored. */
    save: async (
      session: Owner,
      { changed, removed }: { changed: SandboxFile[]; removed: string[] },
    ): Promise<string | undefined> => {
      if (changed.length + removed.length === 0 || !storesFiles(session)) return undefined
      const wrong = [...changed.map(({ path }) => path), ...removed].find((path) => !isPath(path))
      if (wrong !== undefined)
        return `No file changes were stored, because ${JSON.stringify(wrong)} is not a path that can be stored.`
      const rows = changed.map((file) => toRow(session, file, parts.clock.now()))
      try {
        await parts.database.transaction(async (transaction) => {
          const inside = fileStore(transaction)
          if (!(await inside.holdSession(session.project.id, session.id)))
            throw new NotKept('the session was deleted')
          if (removed.length > 0) await inside.remove(session.project.id, session.id, removed)
          if (rows.length > 0) await inside.upsert(rows)
          const { count, bytes } = await inside.measure(session.project.id, session.id)
          if (count > sandboxLimits.fileCount || bytes > sandboxLimits.fileBytes)
            throw new NotKept(
              `the session would have ${count} files with ${bytes} bytes, but at most ${sandboxLimits.fileCount} with ${sandboxLimits.fileBytes} are stored`,
            )
        })
        return undefined
      } catch (error) {
        if (error instanceof NotKept)
          return `No file changes were stored, because ${error.message}.`
        throw error
      }
    },
  }
}

/** False if the project stores no data. */
export const storesFiles = ({ project }: Pick<Owner, 'project'>): boolean =>
  project.config.log_visibility_setting !== 'dont_store_data'

/** Thrown to roll back a transaction. */
class NotKept extends PublicError {}

const isPath = (path: string): boolean =>
  path.length <= sandboxLimits.pathCharacters &&
  path.isWellFormed() &&
  !path.includes('\0') &&
  path.split('/').every((name) => !['', '.', '..'].includes(name))

const placeOf = ({ session_id, path }: Pick<FileRow, 'session_id' | 'path'>) => ({
  record: `${session_id}/${path}`,
  field: 'content',
})

const toRow = ({ project, id }: Owner, { path, base64 }: SandboxFile, now: Date): FileRow => ({
  id: createId('sfl_'),
  project_id: project.id,
  session_id: id,
  path,
  content: project.dataKey.encrypt(base64, placeOf({ session_id: id, path })),
  size: Buffer.byteLength(base64, 'base64'),
  updated_at: now.toISOString(),
})
