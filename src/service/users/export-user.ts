import { z } from 'zod'
import type { Project } from '../endpoint/index.ts'
import type { Database } from '../platform/database/index.ts'
import { exportPage, type Retention } from '../platform/retention/index.ts'
import { ServiceError } from '../service-error.ts'
import { findRecords } from './find-records.ts'
import { openSealed } from './open-sealed.ts'

/** One thing that is kept of a user; `kind` is the table that it is in. */
export type ExportedRecord = { kind: string; record: Record<string, unknown> }

const position = z.tuple([
  z.string(),
  z
    .array(z.union([z.string(), z.number(), z.null()]))
    .max(20)
    .nullable(),
])

/**
 * Lists what is kept of a user, in pages: readable, but without credentials. The names of the tables
 * order it, so that a page goes on after the last one whatever was written meanwhile.
 */
export const createExportUser =
  (
    { database }: { database: Database },
    { retention }: { retention: () => readonly Retention[] },
  ) =>
  async (
    project: Project,
    userId: string,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<{ items: ExportedRecord[]; next_cursor: string | null }> => {
    const [first, key] = cursor === undefined ? ['', null] : readCursor(cursor)
    const tables = retention()
      .filter(({ user, table }) => user?.exports && table >= first)
      .toSorted((one, other) => (one.table < other.table ? -1 : 1))
    const user = await findRecords(database.handle, retention(), project.id, userId)
    const items: ExportedRecord[] = []
    for (const table of tables) {
      const after = table.table === first ? (key ?? undefined) : undefined
      const free = limit - items.length
      const rows = await exportPage(database.handle, table, user, { after, limit: free + 1 })
      for (const { row } of rows.slice(0, free))
        items.push({ kind: table.table, record: readable(project, table, row) })
      if (rows.length > free) {
        const last = free > 0 ? (rows[free - 1]?.key ?? null) : (after ?? null)
        return { items, next_cursor: toCursor([table.table, last ? [...last] : null]) }
      }
    }
    return { items, next_cursor: null }
  }

const readable = (
  project: Project,
  { key: [key = ''], user }: Retention,
  row: Record<string, string | number | null>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      user?.sealed?.includes(column) && typeof value === 'string'
        ? openSealed(project, value, String(row[key]), column)
        : value,
    ]),
  )

const toCursor = (at: z.infer<typeof position>): string =>
  Buffer.from(JSON.stringify(at)).toString('base64url')

const readCursor = (cursor: string): z.infer<typeof position> => {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The cursor is not one of this list', {
      suggestedFix: 'Pass next_cursor of the previous page, or none for the first page',
      cause,
    })
  }
}
