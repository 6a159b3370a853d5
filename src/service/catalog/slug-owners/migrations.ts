import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

type Tables = {
  slug_owners: { project_id: string; kind: string; slug: string; toolkit_slug: string }
  toolkit_versions: {
    project_id: string
    slug: string
    version: string
    definition: string
    stamp: number
  }
}

/**
 * Gives each slug to the first toolkit that had it.
 *
 * Later duplicates of other toolkits are removed: importing such a toolkit again gives it another
 * slug.
 */
export const slugOwnersMigration: Migration = {
  up: async (db: Kysely<Tables>) => {
    await db.schema
      .createTable('slug_owners')
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('toolkit_slug', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('slug_owners_key', ['project_id', 'kind', 'slug'])
      .execute()
    await sql`
      insert into slug_owners (project_id, kind, slug, toolkit_slug)
      select project_id, 'tool', slug, toolkit_slug from (
        select t.project_id, t.slug, t.toolkit_slug, row_number() over (partition by t.project_id, t.slug order by v.stamp, t.toolkit_slug) as place
        from tools t
        join toolkit_versions v on v.project_id = t.project_id and v.slug = t.toolkit_slug and v.version = t.version
      ) first_seen where place = 1`.execute(db)
    await removeOthers(db)
    await claimTriggers(db)
  },
}

const isOthers = sql`exists (
  select 1 from slug_owners o
  where o.project_id = tools.project_id and o.kind = 'tool' and o.slug = tools.slug and o.toolkit_slug <> tools.toolkit_slug)`

const removeOthers = async (db: Kysely<Tables>): Promise<void> => {
  await sql`
    update toolkit_versions set tools_count = tools_count - (
      select count(*) from tools
      where tools.project_id = toolkit_versions.project_id and tools.toolkit_slug = toolkit_versions.slug
        and tools.version = toolkit_versions.version and ${isOthers})
    where exists (
      select 1 from tools
      where tools.project_id = toolkit_versions.project_id and tools.toolkit_slug = toolkit_versions.slug
        and tools.version = toolkit_versions.version and ${isOthers})`.execute(db)
  await sql`delete from tools where ${isOthers}`.execute(db)
}

/** Trigger types are stored only in the definitions. */
const claimTriggers = async (db: Kysely<Tables>): Promise<void> => {
  const versions = await db
    .selectFrom('toolkit_versions')
    .select(['project_id', 'slug', 'version'])
    .where('definition', 'not like', '%"triggers":[]%')
    .orderBy('stamp')
    .execute()
  for (const version of versions) {
    const { definition } = await db
      .selectFrom('toolkit_versions')
      .select('definition')
      .where('project_id', '=', version.project_id)
      .where('slug', '=', version.slug)
      .where('version', '=', version.version)
      .executeTakeFirstOrThrow()
    const { triggers = [] } = JSON.parse(definition) as { triggers?: { slug: string }[] }
    const rows = triggers.map(({ slug }) => ({
      project_id: version.project_id,
      kind: 'trigger',
      slug,
      toolkit_slug: version.slug,
    }))
    if (rows.length > 0)
      await db
        .insertInto('slug_owners')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}
