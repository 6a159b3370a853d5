import type { Handle } from '../platform/database/index.ts'

type Tables = {
  logos: {
    /** Of the content; each owner has a copy. */
    hash: string
    project_id: string
    /** Empty for the project's own logo. */
    toolkit_slug: string
    content_type: string
    /** Base64. */
    content: string
    created_at: string
  }
}

type LogoRow = Tables['logos']
export type LogoOwner = { projectId: string; toolkit?: string | undefined }

/** SQL of logos. */
export const logoStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    upsert: (row: LogoRow) =>
      db
        .insertInto('logos')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['hash', 'project_id', 'toolkit_slug'])
            .doUpdateSet({ created_at: row.created_at }),
        )
        .execute(),
    find: (hash: string) =>
      db
        .selectFrom('logos')
        .select(['content_type', 'content'])
        .where('hash', '=', hash)
        .limit(1)
        .executeTakeFirst(),
    /**
     * Deletes the project's own logos except this one; concurrent changes may leave more than one.
     */
    deleteOthers: async (projectId: string, hash: string | undefined) => {
      const own = db
        .selectFrom('logos')
        .select('hash')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', '')
        .where('hash', '!=', hash ?? '')
        .limit(100)
      await db
        .deleteFrom('logos')
        .where('hash', 'in', own)
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', '')
        .execute()
    },
  }
}
