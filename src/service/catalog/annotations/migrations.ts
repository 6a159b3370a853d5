import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Removes hints that tools declared themselves: the hints of MCP servers, and POSTs that counted as
 * read-only by name.
 */
export const toolAnnotationsMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('tool_annotations')
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('toolkit_slug', 'text', (column) => column.notNull())
      .addColumn('hints', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tool_annotations_key', ['project_id', 'slug'])
      .execute()
    await sql`
      update tools set tags = '["destructiveHint","openWorldHint"]'
      where exists (
        select 1 from toolkit_versions v
        where v.project_id = tools.project_id and v.slug = tools.toolkit_slug and v.version = tools.version
          and v.definition like '%"mcp":{"sealed":%')`.execute(db)
    await sql`update tools set tags = replace(tags, '"readOnlyHint",', '') where operation like 'POST /%'`.execute(
      db,
    )
  },
}
