import { lockRow, modifyRow, type Handle } from '../platform/database/index.ts'
import type { SharedRow } from '../platform/retention/index.ts'

type Tables = {
  /** Which blocks a project's stored index has, and what of them it uses. */
  search_indexes: {
    project_id: string
    format: string
    /** The project's catalog stamp. */ stamp: number
    content: string
  }
  /**
   * Blocks of all projects, by the key of a block as their address. One that is being written has
   * none, and expires in case it is never finished.
   */
  search_blocks: SharedRow & { hash: string; parts: number }
  /** Blocks, cut into parts: reading one long text would block other requests. */
  search_block_parts: { block_id: string; part: number; /** Base64. */ data: string }
  /** The blocks that stored indexes use. */
  search_index_blocks: { project_id: string; block_id: string }
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

    insertBlock: (row: Tables['search_blocks']) =>
      db.insertInto('search_blocks').values(row).execute(),
    findBlock: (address: string) =>
      db.selectFrom('search_blocks').selectAll().where('address', '=', address).executeTakeFirst(),
    /** The block with this address, which is not deleted before the transaction ends. */
    lockBlock: (address: string) => lockRow(db, 'search_blocks', { address }),
    /** Throws if another block has the address. */
    updateBlock: (id: string, changes: Partial<Tables['search_blocks']>) =>
      modifyRow(db, 'search_blocks', { id }, () => changes),
    /** Some parts of a block from one on, in their order. */
    listParts: (blockId: string, from: number, count: number) =>
      db
        .selectFrom('search_block_parts')
        .select('data')
        .where('block_id', '=', blockId)
        .where('part', '>=', from)
        .orderBy('part')
        .limit(count)
        .execute(),
    upsertPart: (row: Tables['search_block_parts']) =>
      db
        .insertInto('search_block_parts')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['block_id', 'part']).doUpdateSet({ data: row.data }),
        )
        .execute(),
    /** The blocks that the project's index uses from now on. */
    setBlocks: async (projectId: string, ids: string[]) => {
      const rows = await db
        .selectFrom('search_index_blocks')
        .select('block_id')
        .where('project_id', '=', projectId)
        .execute()
      const before = new Set(rows.map((row) => row.block_id))
      const after = new Set(ids)
      for (const id of [...before].filter((each) => !after.has(each)))
        await db
          .deleteFrom('search_index_blocks')
          .where('project_id', '=', projectId)
          .where('block_id', '=', id)
          .execute()
      for (const id of [...after].filter((each) => !before.has(each)))
        await db
          .insertInto('search_index_blocks')
          .values({ project_id: projectId, block_id: id })
          .onConflict((conflict) => conflict.columns(['project_id', 'block_id']).doNothing())
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
