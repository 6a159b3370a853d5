import type { Handle } from '../platform/database/index.ts'
import type { ImportRow, Tables } from './tables.ts'

/** SQL of imports, as part of the catalogue's store. */
export const importQueries = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insertImport: (row: ImportRow) => db.insertInto('toolkit_imports').values(row).execute(),
    insertImportRequest: (row: Tables['import_requests']) =>
      db.insertInto('import_requests').values(row).execute(),
    findImportRequest: async (id: string, part: number): Promise<string | undefined> => {
      const row = await db
        .selectFrom('import_requests')
        .select('request')
        .where('import_id', '=', id)
        .where('part', '=', part)
        .executeTakeFirst()
      return row?.request
    },
    deleteImportRequest: (id: string) =>
      db.deleteFrom('import_requests').where('import_id', '=', id).execute(),
    findImport: (projectId: string, id: string) =>
      db
        .selectFrom('toolkit_imports')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    findNewestImport: (projectId: string, slug: string) =>
      db
        .selectFrom('toolkit_imports')
        .select('created_at')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** Those that are stored and not indexed yet have made a version, too. */
    countImportsOfDay: async (projectId: string, slug: string, day: string) => {
      const { count } = await db
        .selectFrom('toolkit_imports')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .where(({ eb, and, or }) =>
          or([
            and([eb('status', '=', 'succeeded'), eb('finished_at', 'like', `${day}%`)]),
            and([eb('finished_at', 'is', null), eb('report', 'is not', null)]),
          ]),
        )
        .executeTakeFirstOrThrow()
      return count
    },
    countUnfinishedImports: async (projectId: string, atMost: number) => {
      const rows = await db
        .selectFrom('toolkit_imports')
        .select('id')
        .where('project_id', '=', projectId)
        .where('finished_at', 'is', null)
        .limit(atMost)
        .execute()
      return rows.length
    },
    /** Does nothing to a finished import. */
    updateRunningImport: (id: string, changes: Partial<ImportRow>) =>
      db
        .updateTable('toolkit_imports')
        .set(changes)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .execute(),
  }
}
