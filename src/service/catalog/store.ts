import type { Handle } from '../platform/database/index.ts'
import { inBatches } from '../platform/in-batches.ts'
import { chunks } from './chunks.ts'
import { importQueries } from './import-queries.ts'
import { slugQueries } from './slug-owners/slug-queries.ts'
import type {
  Tables,
  ToolkitRow,
  ToolkitVersionRow,
  ToolRow,
  ToolkitChangeRow,
  ToolkitVersion,
} from './tables.ts'

export type {
  SlugKind,
  ToolkitRow,
  ToolkitVersionRow,
  ToolRow,
  ToolkitChangeRow,
  ImportRow,
  SlugRow,
  ToolkitVersion,
} from './tables.ts'

/** SQL of toolkits, their versions, tools and imports. */
export const catalogStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const documentsOf = (projectId: string) =>
    db
      .selectFrom('tools as t')
      .innerJoin('tool_documents as d', (join) =>
        join
          .onRef('d.project_id', '=', 't.project_id')
          .onRef('d.toolkit_slug', '=', 't.toolkit_slug')
          .onRef('d.hash', '=', 't.hash'),
      )
      .select(['t.toolkit_slug', 't.version', 't.slug', 't.hash', 't.tags', 'd.document'])
      .where('t.project_id', '=', projectId)
  return {
    listToolkitHeads: (projectId: string) =>
      db
        .selectFrom('toolkits')
        .select(['slug', 'version'])
        .where('project_id', '=', projectId)
        .orderBy('slug')
        .execute(),
    listLatestVersions: (projectId: string, slugs: string[]) =>
      db
        .selectFrom('toolkits as t')
        .innerJoin('toolkit_versions as v', (join) =>
          join
            .onRef('v.project_id', '=', 't.project_id')
            .onRef('v.slug', '=', 't.slug')
            .onRef('v.version', '=', 't.version'),
        )
        .select([
          't.slug',
          't.version',
          't.created_at',
          't.updated_at',
          'v.definition',
          'v.tools_count',
          'v.stamp',
        ])
        .where('t.project_id', '=', projectId)
        .where('t.slug', 'in', slugs)
        .execute(),
    /** Each toolkit's newest version as of the project's stamp `stamp`. */
    listVersionsAt: (projectId: string, slugs: string[], stamp: number) =>
      db
        .selectFrom('toolkit_versions as v')
        .selectAll('v')
        .where('v.project_id', '=', projectId)
        .where('v.slug', 'in', slugs)
        .where('v.stamp', '=', ({ selectFrom }) =>
          selectFrom('toolkit_versions as w')
            .select(({ fn }) => fn.max('w.stamp').as('stamp'))
            .whereRef('w.project_id', '=', 'v.project_id')
            .whereRef('w.slug', '=', 'v.slug')
            .where('w.stamp', '<=', stamp),
        )
        .execute(),
    findToolkit: (projectId: string, slug: string) =>
      db
        .selectFrom('toolkits')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .executeTakeFirst(),
    findToolkitVersion: (projectId: string, slug: string, version: string) =>
      db
        .selectFrom('toolkit_versions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .where('version', '=', version)
        .executeTakeFirst(),
    listToolkitVersions: async (projectId: string, slug: string) => {
      const rows = await db
        .selectFrom('toolkit_versions')
        .select('version')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .orderBy('version', 'desc')
        .execute()
      return rows.map((row) => row.version)
    },
    /**
     * Several versions of toolkits. Each slug is returned in every requested version, whichever
     * slug requested it.
     */
    listToolkitsIn: (projectId: string, slugs: string[], versions: string[]) =>
      inBatches(slugs, (batch) =>
        db
          .selectFrom('toolkit_versions')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('slug', 'in', batch)
          .where('version', 'in', versions)
          .execute(),
      ),
    listVersionsOfTools: (projectId: string, slugs: string[]) =>
      inBatches(slugs, (batch) =>
        db
          .selectFrom('tools')
          .select(['slug', 'version'])
          .where('project_id', '=', projectId)
          .where('slug', 'in', batch)
          .orderBy('version', 'desc')
          .execute(),
      ),

    upsertToolkit: (row: ToolkitRow) =>
      db
        .insertInto('toolkits')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'slug'])
            .doUpdateSet({ version: row.version, name: row.name, updated_at: row.updated_at }),
        )
        .execute(),
    insertToolkitVersion: (row: ToolkitVersionRow) =>
      db.insertInto('toolkit_versions').values(row).execute(),
    insertTools: async (rows: ToolRow[]) => {
      for (const chunk of chunks(rows)) await db.insertInto('tools').values(chunk).execute()
    },
    insertDocuments: async (rows: Tables['tool_documents'][]) => {
      for (const chunk of chunks(rows)) {
        await db
          .insertInto('tool_documents')
          .values(chunk)
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'toolkit_slug', 'hash']).doNothing(),
          )
          .execute()
      }
    },
    findDocument: (projectId: string, toolkit: string, hash: string) =>
      db
        .selectFrom('tool_documents')
        .select('document')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
        .where('hash', '=', hash)
        .executeTakeFirst(),
    deleteToolkit: async (projectId: string, slug: string) => {
      await db
        .deleteFrom('toolkit_versions')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .execute()
      await db
        .deleteFrom('tools')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', slug)
        .execute()
      await db
        .deleteFrom('tool_annotations')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', slug)
        .execute()
      await db
        .deleteFrom('toolkit_changes')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', slug)
        .execute()
      await db
        .deleteFrom('tool_documents')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', slug)
        .execute()
      const [deleted] = await db
        .deleteFrom('toolkits')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .execute()
      return (deleted?.numDeletedRows ?? 0n) > 0n
    },

    /** The columns of tools that lists and policies need. */
    listToolHeads: (projectId: string, toolkit: ToolkitVersion) =>
      db
        .selectFrom('tools')
        .select(['slug', 'tags', 'scopes', 'hash'])
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit.slug)
        .where('version', '=', toolkit.version)
        .orderBy('slug')
        .execute(),
    /** The same columns of tools by their slugs, in every version. */
    listHeadsOfTools: (projectId: string, slugs: string[]) =>
      inBatches(slugs, (batch) =>
        db
          .selectFrom('tools')
          .select(['slug', 'toolkit_slug', 'version', 'tags', 'scopes', 'hash'])
          .where('project_id', '=', projectId)
          .where('slug', 'in', batch)
          .execute(),
      ),
    /** Full tools after a slug. */
    listDocuments: (projectId: string, toolkit: ToolkitVersion, after: string, limit: number) =>
      db
        .selectFrom('tools as t')
        .innerJoin('tool_documents as d', (join) =>
          join
            .onRef('d.project_id', '=', 't.project_id')
            .onRef('d.toolkit_slug', '=', 't.toolkit_slug')
            .onRef('d.hash', '=', 't.hash'),
        )
        .select(['t.slug', 'd.document'])
        .where('t.project_id', '=', projectId)
        .where('t.toolkit_slug', '=', toolkit.slug)
        .where('t.version', '=', toolkit.version)
        .where('t.slug', '>', after)
        .orderBy('t.slug')
        .limit(limit)
        .execute(),
    /** Tools without their documents. */
    listToolsOf: (projectId: string, toolkit: ToolkitVersion) =>
      db
        .selectFrom('tools')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit.slug)
        .where('version', '=', toolkit.version)
        .orderBy('slug')
        .execute(),
    findTool: (projectId: string, slug: string, version: string) =>
      documentsOf(projectId)
        .where('t.slug', '=', slug)
        .where('t.version', '=', version)
        .executeTakeFirst(),
    /**
     * Several tools. Each slug is returned in every requested version, whichever slug requested it.
     */
    findTools: (projectId: string, slugs: string[], versions: string[]) =>
      inBatches(slugs, (batch) =>
        documentsOf(projectId)
          .where('t.slug', 'in', batch)
          .where('t.version', 'in', versions)
          .execute(),
      ),

    listChanges: (projectId: string, toolkit: string) =>
      db
        .selectFrom('toolkit_changes')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
        .orderBy('slug')
        .execute(),
    insertChanges: async (rows: ToolkitChangeRow[]) => {
      for (const chunk of chunks(rows))
        await db.insertInto('toolkit_changes').values(chunk).execute()
    },
    deleteChanges: async (projectId: string, toolkit: string, slugs: string[]) => {
      for (const chunk of chunks(slugs)) {
        await db
          .deleteFrom('toolkit_changes')
          .where('project_id', '=', projectId)
          .where('toolkit_slug', '=', toolkit)
          .where('slug', 'in', chunk)
          .execute()
      }
    },
    deleteAllChanges: (projectId: string, toolkit: string) =>
      db
        .deleteFrom('toolkit_changes')
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
        .execute(),

    listAnnotations: (projectId: string, atMost: number) =>
      db
        .selectFrom('tool_annotations')
        .select(['slug', 'toolkit_slug', 'hints'])
        .where('project_id', '=', projectId)
        .orderBy('slug')
        .limit(atMost)
        .execute(),
    upsertAnnotations: (row: Tables['tool_annotations']) =>
      db
        .insertInto('tool_annotations')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'slug']).doUpdateSet({ hints: row.hints }),
        )
        .execute(),
    deleteAnnotations: (projectId: string, slugs: string[]) =>
      db
        .deleteFrom('tool_annotations')
        .where('project_id', '=', projectId)
        .where('slug', 'in', slugs)
        .execute(),

    ...slugQueries(handle),
    ...importQueries(handle),
  }
}
