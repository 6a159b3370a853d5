import type { Handle } from '../platform/database/index.ts'
import { inBatches } from '../platform/in-batches.ts'
import { chunks } from './chunks.ts'
import { contentQueries } from './contents/content-queries.ts'
import { importQueries } from './import-queries.ts'
import { slugQueries } from './slug-owners/slug-queries.ts'
import type {
  Tables,
  ToolkitRow,
  ToolkitVersionRow,
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
  const { deleteOwnContents, ...contents } = contentQueries(handle)
  /** Versions of the project, with what they hold. */
  const versionsOf = (projectId: string) =>
    db
      .selectFrom('toolkit_versions as v')
      .innerJoin('toolkit_contents as c', 'c.id', 'v.content_id')
      .select(['v.slug', 'v.version', 'v.stamp', 'v.created_at', 'c.definition', 'c.tools_count'])
      .where('v.project_id', '=', projectId)
  /** The tools of one version. */
  const toolsIn = (projectId: string, { slug, version }: ToolkitVersion) =>
    db
      .selectFrom('toolkit_versions as v')
      .innerJoin('tools as t', 't.content_id', 'v.content_id')
      .where('v.project_id', '=', projectId)
      .where('v.slug', '=', slug)
      .where('v.version', '=', version)
  const toolsBySlug = createToolsBySlug(handle)
  const documentsOf = (projectId: string, slugs: string[]) =>
    toolsBySlug(projectId, slugs)
      .crossJoin('toolkit_contents as c')
      .crossJoin('tool_documents as d')
      .whereRef('c.id', '=', 'v.content_id')
      .whereRef('d.owner_id', '=', 'c.owner_id')
      .whereRef('d.toolkit_slug', '=', 'c.toolkit_slug')
      .whereRef('d.hash', '=', 't.hash')
      .select([
        'v.slug as toolkit_slug',
        'v.version',
        't.slug',
        't.tags',
        't.definitions',
        'd.document',
        'c.owner_id',
        'c.toolkit_slug as content_slug',
      ])
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
        .innerJoin('toolkit_contents as c', 'c.id', 'v.content_id')
        .select([
          't.slug',
          't.version',
          't.created_at',
          't.updated_at',
          'c.definition',
          'c.tools_count',
          'v.stamp',
        ])
        .where('t.project_id', '=', projectId)
        .where('t.slug', 'in', slugs)
        .execute(),
    /** Each toolkit's newest version as of the project's stamp `stamp`. */
    listVersionsAt: (projectId: string, slugs: string[], stamp: number) =>
      versionsOf(projectId)
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
      versionsOf(projectId)
        .where('v.slug', '=', slug)
        .where('v.version', '=', version)
        .executeTakeFirst(),
    listToolkitVersions: async (projectId: string, slug: string) => {
      const rows = await db
        .selectFrom('toolkit_versions')
        .select('version')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .orderBy('stamp', 'desc')
        .execute()
      return rows.map((row) => row.version)
    },
    /** The newest versions of each toolkit, newest first. */
    listNewestVersions: (projectId: string, slugs: string[], count: number) =>
      inBatches(slugs, (batch) =>
        db
          .selectFrom(
            db
              .selectFrom('toolkit_versions')
              .select(['slug', 'version', 'content_id', 'stamp'])
              .select(({ fn }) =>
                fn
                  .agg<number>('row_number')
                  .over((over) => over.partitionBy('slug').orderBy('stamp', 'desc'))
                  .as('place'),
              )
              .where('project_id', '=', projectId)
              .where('slug', 'in', batch)
              .as('v'),
          )
          .select(['v.slug', 'v.version', 'v.content_id'])
          .where('v.place', '<=', count)
          .orderBy('v.stamp', 'desc')
          .execute(),
      ),
    /** Which of these tools are in which of these contents. */
    listToolsInContents: (contentIds: string[], slugs: string[]) =>
      inBatches(contentIds, (contents) =>
        inBatches(slugs, (tools) =>
          db
            .selectFrom('tools')
            .select(['content_id', 'slug'])
            .where('content_id', 'in', contents)
            .where('slug', 'in', tools)
            .execute(),
        ),
      ),
    /**
     * Several versions of toolkits. Each slug is returned in every requested version, whichever
     * slug requested it.
     */
    listToolkitsIn: (projectId: string, slugs: string[], versions: string[]) =>
      inBatches(slugs, (batch) =>
        versionsOf(projectId)
          .where('v.slug', 'in', batch)
          .where('v.version', 'in', versions)
          .execute(),
      ),
    listVersionsOfTools: (projectId: string, slugs: string[]) =>
      inBatches(slugs, (batch) =>
        toolsBySlug(projectId, batch).select(['t.slug', 'v.version', 'v.stamp']).execute(),
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
    findDocument: (projectId: string, toolkit: string, hash: string) =>
      db
        .selectFrom('toolkit_versions as v')
        .innerJoin('toolkit_contents as c', 'c.id', 'v.content_id')
        .innerJoin('tool_documents as d', (join) =>
          join
            .onRef('d.owner_id', '=', 'c.owner_id')
            .onRef('d.toolkit_slug', '=', 'c.toolkit_slug'),
        )
        .select('d.document')
        .where('v.project_id', '=', projectId)
        .where('v.slug', '=', toolkit)
        .where('d.hash', '=', hash)
        .limit(1)
        .executeTakeFirst(),
    deleteToolkit: async (projectId: string, slug: string) => {
      await db
        .deleteFrom('toolkit_versions')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .execute()
      await deleteOwnContents(projectId, slug)
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
      const [deleted] = await db
        .deleteFrom('toolkits')
        .where('project_id', '=', projectId)
        .where('slug', '=', slug)
        .execute()
      return (deleted?.numDeletedRows ?? 0n) > 0n
    },

    /** The columns of tools that lists and policies need. */
    listToolHeads: (projectId: string, toolkit: ToolkitVersion) =>
      toolsIn(projectId, toolkit)
        .select(['t.slug', 't.tags', 't.scopes', 't.hash'])
        .orderBy('t.slug')
        .execute(),
    /** The same columns of tools by their slugs, in every version. */
    listHeadsOfTools: (projectId: string, slugs: string[]) =>
      inBatches(slugs, (batch) =>
        toolsBySlug(projectId, batch)
          .select(['t.slug', 'v.slug as toolkit_slug', 'v.version', 't.tags', 't.scopes', 't.hash'])
          .execute(),
      ),
    /** Tools without their documents. */
    listToolsOf: (projectId: string, toolkit: ToolkitVersion) =>
      toolsIn(projectId, toolkit).selectAll('t').orderBy('t.slug').execute(),
    findTool: (projectId: string, slug: string, version: string) =>
      documentsOf(projectId, [slug]).where('v.version', '=', version).executeTakeFirst(),
    /**
     * Several tools. Each slug is returned in every requested version, whichever slug requested it.
     */
    findTools: (projectId: string, slugs: string[], versions: string[]) =>
      inBatches(slugs, (batch) =>
        documentsOf(projectId, batch).where('v.version', 'in', versions).execute(),
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

    ...contents,
    ...slugQueries(handle),
    ...importQueries(handle),
  }
}

/**
 * Tools in every version, found by the toolkits that own their slugs.
 *
 * SQLite joins `cross join` in the order that is written. It chooses another one for many slugs,
 * and reads all tools of the project to find twenty.
 */
const createToolsBySlug = (handle: Handle) => (projectId: string, slugs: string[]) =>
  handle
    .withTables<Tables>()
    .selectFrom('slug_owners as o')
    .crossJoin('toolkit_versions as v')
    .crossJoin('tools as t')
    .whereRef('v.project_id', '=', 'o.project_id')
    .whereRef('v.slug', '=', 'o.toolkit_slug')
    .whereRef('t.content_id', '=', 'v.content_id')
    .whereRef('t.slug', '=', 'o.slug')
    .where('o.project_id', '=', projectId)
    .where('o.kind', '=', 'tool')
    .where('o.slug', 'in', slugs)
