import type { Handle } from '../../platform/database/index.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { chunks } from '../chunks.ts'
import type { SlugKind, SlugRow, Tables } from '../tables.ts'

/** SQL of the slugs that toolkits own, as part of the catalogue's store. */
export const slugQueries = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** Takes free slugs and updates the toolkit's; does nothing to those of other toolkits. */
    saveSlugs: async (rows: SlugRow[]): Promise<void> => {
      for (const chunk of chunks(rows)) {
        await db
          .insertInto('slug_owners')
          .values(chunk)
          .onConflict((conflict) =>
            conflict
              .columns(['project_id', 'kind', 'slug'])
              .doUpdateSet(({ ref }) => ({
                operation: ref('excluded.operation'),
                renamed_to: ref('excluded.renamed_to'),
              }))
              .whereRef('slug_owners.toolkit_slug', '=', 'excluded.toolkit_slug'),
          )
          .execute()
      }
    },
    /** The toolkits that own these slugs. */
    findSlugOwners: async (
      projectId: string,
      kind: SlugKind,
      slugs: string[],
    ): Promise<Map<string, string>> => {
      const rows = await inBatches(slugs, (batch) =>
        db
          .selectFrom('slug_owners')
          .select(['slug', 'toolkit_slug'])
          .where('project_id', '=', projectId)
          .where('kind', '=', kind)
          .where('slug', 'in', batch)
          .execute(),
      )
      return new Map(rows.map((row) => [row.slug, row.toolkit_slug]))
    },
    /** Every slug that tools of the toolkit have or had. */
    listSlugsOf: (projectId: string, toolkit: string) =>
      db
        .selectFrom('slug_owners')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('toolkit_slug', '=', toolkit)
        .where('kind', '=', 'tool')
        .orderBy('slug')
        .execute(),
    /** What tools with these slugs are called now; absent for slugs that are not aliases. */
    findRenamed: (projectId: string, slugs: string[]) =>
      inBatches(slugs, (batch) =>
        db
          .selectFrom('slug_owners')
          .select(['slug', 'renamed_to'])
          .where('project_id', '=', projectId)
          .where('kind', '=', 'tool')
          .where('slug', 'in', batch)
          .where('renamed_to', 'is not', null)
          .execute(),
      ),
    /** The aliases of tools with these slugs. */
    findAliases: (projectId: string, slugs: string[]) =>
      inBatches(slugs, (batch) =>
        db
          .selectFrom('slug_owners')
          .select(['slug', 'renamed_to'])
          .where('project_id', '=', projectId)
          .where('renamed_to', 'in', batch)
          .orderBy('slug')
          .execute(),
      ),
  }
}
