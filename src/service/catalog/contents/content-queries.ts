import { lockRow, modifyRow, type Handle } from '../../platform/database/index.ts'
import { chunks } from '../chunks.ts'
import type { ContentRow, Tables, ToolkitVersion, ToolRow } from '../tables.ts'

/** SQL of what versions hold, as part of the catalogue's store. */
export const contentQueries = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** Returns whether no other transaction has stored a content with this address. */
    insertContent: async (row: ContentRow): Promise<boolean> => {
      const [inserted] = await db
        .insertInto('toolkit_contents')
        .values(row)
        .onConflict((conflict) => conflict.column('address').doNothing())
        .execute()
      return (inserted?.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    insertTools: async (rows: ToolRow[]) => {
      for (const chunk of chunks(rows)) await db.insertInto('tools').values(chunk).execute()
    },
    insertDocuments: async (rows: Tables['tool_documents'][]) => {
      for (const chunk of chunks(rows)) {
        await db
          .insertInto('tool_documents')
          .values(chunk)
          .onConflict((conflict) =>
            conflict.columns(['owner_id', 'toolkit_slug', 'hash']).doNothing(),
          )
          .execute()
      }
    },
    /** The shared content with this address, which is not deleted before the transaction ends. */
    lockContentAt: (address: string) => lockRow(db, 'toolkit_contents', { address }),
    lockContent: (id: string) => lockRow(db, 'toolkit_contents', { id }),
    findContentOf: (projectId: string, { slug, version }: ToolkitVersion) =>
      db
        .selectFrom('toolkit_versions as v')
        .innerJoin('toolkit_contents as c', 'c.id', 'v.content_id')
        .select(['c.id', 'c.owner_id', 'c.toolkit_slug'])
        .where('v.project_id', '=', projectId)
        .where('v.slug', '=', slug)
        .where('v.version', '=', version)
        .executeTakeFirst(),
    /**
     * Full tools after a slug. Of a content that is known: a join would have PostgreSQL sort all of
     * its tools for each page.
     */
    listDocuments: (
      content: Pick<ContentRow, 'id' | 'owner_id' | 'toolkit_slug'>,
      after: string,
      limit: number,
    ) =>
      db
        .selectFrom('tools as t')
        .innerJoin('tool_documents as d', 'd.hash', 't.hash')
        .select(['t.slug', 'd.document'])
        .where('t.content_id', '=', content.id)
        .where('d.owner_id', '=', content.owner_id)
        .where('d.toolkit_slug', '=', content.toolkit_slug)
        .where('t.slug', '>', after)
        .orderBy('t.slug')
        .limit(limit)
        .execute(),
    /** What tools of a content share, by hash. */
    listShared: (content: { owner_id: string; content_slug: string }, hashes: readonly string[]) =>
      db
        .selectFrom('tool_documents')
        .select(['hash', 'document'])
        .where('owner_id', '=', content.owner_id)
        .where('toolkit_slug', '=', content.content_slug)
        .where('hash', 'in', hashes)
        .execute(),
    /** What an import needs of the tools that a content has already. */
    listNamesIn: (contentId: string) =>
      db
        .selectFrom('tools')
        .select(['slug', 'operation', 'hash'])
        .where('content_id', '=', contentId)
        .orderBy('slug')
        .execute(),
    findKnownImport: (key: string) =>
      db
        .selectFrom('known_imports as k')
        .innerJoin('toolkit_contents as c', 'c.id', 'k.content_id')
        .select(['c.id', 'c.definition', 'k.report'])
        .where('k.key', '=', key)
        .where('c.address', 'is not', null)
        .executeTakeFirst(),
    upsertKnownImport: (row: Tables['known_imports']) =>
      db
        .insertInto('known_imports')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            content_id: row.content_id,
            report: row.report,
            created_at: row.created_at,
          }),
        )
        .execute(),
    /** Says since when a version is not the newest. */
    supersedeVersion: async (
      projectId: string,
      { slug, version }: ToolkitVersion,
      superseded_at: string,
    ): Promise<void> => {
      await modifyRow(db, 'toolkit_versions', { project_id: projectId, slug, version }, () => ({
        superseded_at,
      }))
    },
    /** The stamps of a version and of the one after it; undefined if it is the newest. */
    findStamps: async (
      projectId: string,
      { slug, version }: ToolkitVersion,
    ): Promise<{ own: number; next: number } | undefined> => {
      const rows = await db
        .selectFrom('toolkit_versions')
        .select(['version', 'stamp'])
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .orderBy('stamp')
        .execute()
      const index = rows.findIndex((row) => row.version === version)
      const [own, next] = [rows[index], rows[index + 1]]
      return own && next && { own: own.stamp, next: next.stamp }
    },
    /** Deletes a version, and what no other version of the project holds. */
    deleteVersion: async (projectId: string, { slug, version }: ToolkitVersion): Promise<void> => {
      const content = await db
        .selectFrom('toolkit_versions as v')
        .innerJoin('toolkit_contents as c', 'c.id', 'v.content_id')
        .select('c.id')
        .where('v.project_id', '=', projectId)
        .where('v.slug', '=', slug)
        .where('v.version', '=', version)
        .where('c.owner_id', '=', projectId)
        .executeTakeFirst()
      await db
        .deleteFrom('toolkit_versions')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .where('version', '=', version)
        .execute()
      if (!content) return
      const hashes = (isOwn: boolean) =>
        db
          .selectFrom('tools as t')
          .innerJoin('toolkit_contents as c', 'c.id', 't.content_id')
          .select('t.hash')
          .where('c.owner_id', '=', projectId)
          .where('c.toolkit_slug', '=', slug)
          .where('c.id', isOwn ? '=' : '!=', content.id)
      await db
        .deleteFrom('tool_documents')
        .where('owner_id', '=', projectId)
        .where('toolkit_slug', '=', slug)
        .where('hash', 'in', hashes(true))
        .where('hash', 'not in', hashes(false))
        .execute()
      await db.deleteFrom('tools').where('content_id', '=', content.id).execute()
      await db.deleteFrom('toolkit_contents').where('id', '=', content.id).execute()
    },
    /** Deletes what the project's versions of a toolkit held, except what they shared. */
    deleteOwnContents: async (projectId: string, toolkit: string): Promise<void> => {
      const own = db
        .selectFrom('toolkit_contents')
        .select('id')
        .where('owner_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
      await db.deleteFrom('tools').where('content_id', 'in', own).execute()
      await db
        .deleteFrom('toolkit_contents')
        .where('owner_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
        .execute()
      await db
        .deleteFrom('tool_documents')
        .where('owner_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
        .execute()
    },
  }
}
