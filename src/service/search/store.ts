import type { Handle } from '../platform/database/index.ts'

type Tables = {
  /** The parts of a project's stored index, and their content. */
  search_indexes: {
    project_id: string
    format: string
    /** The project's catalog stamp. */ stamp: number
    content: string
  }
  /** Stored indexes, cut into parts: reading one long text would block other requests. */
  search_index_parts: { project_id: string; key: string; part: number; /** Base64. */ data: string }
  /** The embedding vector of a tool, by the tool's hash. */
  search_vectors: {
    project_id: string
    model: string
    hash: string
    vector: string
    created_at: string
  }
}

/** SQL of stored search indexes and of vectors. */
export const searchStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const someVectors = (projectId: string, limit: number) =>
    db
      .selectFrom('search_vectors')
      .select(['model', 'hash'])
      .where('project_id', '=', projectId)
      .limit(limit)
  const deleteVectors = async (
    projectId: string,
    selected: ReturnType<typeof someVectors>,
  ): Promise<number> => {
    const some = await selected.execute()
    for (const [model, rows] of Map.groupBy(some, (row) => row.model)) {
      await db
        .deleteFrom('search_vectors')
        .where('project_id', '=', projectId)
        .where('model', '=', model)
        .where(
          'hash',
          'in',
          rows.map(({ hash }) => hash),
        )
        .execute()
    }
    return some.length
  }
  return {
    findIndex: (projectId: string) =>
      db
        .selectFrom('search_indexes')
        .selectAll()
        .where('project_id', '=', projectId)
        .executeTakeFirst(),
    findIndexAfter: (projectId: string, stamp: number) =>
      db
        .selectFrom('search_indexes')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('stamp', '>', stamp)
        .executeTakeFirst(),
    upsertIndex: (row: Tables['search_indexes']) =>
      db
        .insertInto('search_indexes')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('project_id')
            .doUpdateSet({ format: row.format, stamp: row.stamp, content: row.content }),
        )
        .execute(),
    deleteIndex: (projectId: string) =>
      db.deleteFrom('search_indexes').where('project_id', '=', projectId).execute(),

    findPart: (projectId: string, key: string, part: number) =>
      db
        .selectFrom('search_index_parts')
        .select('data')
        .where('project_id', '=', projectId)
        .where('key', '=', key)
        .where('part', '=', part)
        .executeTakeFirst(),
    upsertPart: (row: Tables['search_index_parts']) =>
      db
        .insertInto('search_index_parts')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'key', 'part']).doUpdateSet({ data: row.data }),
        )
        .execute(),
    /** Deletes the parts of blocks that no longer belong to the index. */
    deletePartsExcept: async (projectId: string, keys: string[]) => {
      const rows = await db
        .selectFrom('search_index_parts')
        .select('key')
        .distinct()
        .where('project_id', '=', projectId)
        .execute()
      const kept = new Set(keys)
      for (const { key } of rows)
        if (!kept.has(key))
          await db
            .deleteFrom('search_index_parts')
            .where('project_id', '=', projectId)
            .where('key', '=', key)
            .execute()
    },

    findVectors: (projectId: string, model: string, hashes: string[]) =>
      db
        .selectFrom('search_vectors')
        .select(['hash', 'vector'])
        .where('project_id', '=', projectId)
        .where('model', '=', model)
        .where('hash', 'in', hashes)
        .execute(),
    listKnownHashes: async (projectId: string, model: string, hashes: string[]) => {
      const rows = await db
        .selectFrom('search_vectors')
        .select('hash')
        .where('project_id', '=', projectId)
        .where('model', '=', model)
        .where('hash', 'in', hashes)
        .execute()
      return rows.map((row) => row.hash)
    },
    listHashes: async (projectId: string, model: string, after: string, limit: number) => {
      const rows = await db
        .selectFrom('search_vectors')
        .select('hash')
        .where('project_id', '=', projectId)
        .where('model', '=', model)
        .where('hash', '>', after)
        .orderBy('hash')
        .limit(limit)
        .execute()
      return rows.map((row) => row.hash)
    },
    insertVectors: (rows: Tables['search_vectors'][]) =>
      db
        .insertInto('search_vectors')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['project_id', 'model', 'hash']).doNothing())
        .execute(),
    deleteVectors: (projectId: string, model: string, hashes: string[]) =>
      db
        .deleteFrom('search_vectors')
        .where('project_id', '=', projectId)
        .where('model', '=', model)
        .where('hash', 'in', hashes)
        .execute(),
    deleteSomeVectorsOfOtherModels: (
      projectId: string,
      model: string,
      before: string,
      limit: number,
    ) =>
      deleteVectors(
        projectId,
        someVectors(projectId, limit).where('model', '!=', model).where('created_at', '<', before),
      ),
  }
}
