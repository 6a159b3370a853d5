import { sql } from 'kysely'
import type { Project } from '../endpoint/index.ts'
import { lockRow, modifyRow, type Handle, type Merge } from '../platform/database/index.ts'
import { countByScope, readPage, type List } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  mcp_servers: {
    id: string
    project_id: string
    name: string
    /** JSON: the allowed tools, each with its toolkit; an empty list allows every tool. */
    allowed_tools: string
    managed_auth: number
    /** Encrypted: the secret that signs URLs of this server. */
    url_secret: string
    /** Increases with every change of the configuration, to detect concurrent changes. */
    revision: number
    created_at: string
    updated_at: string
  }
  /** Why a server has a toolkit: an auth config of it, or the toolkit by name. */
  mcp_server_toolkits: {
    server_id: string
    position: number
    project_id: string
    toolkit_slug: string
    auth_config_id: string | null
    created_at: string
  }
  mcp_server_instances: {
    id: string
    project_id: string
    server_id: string
    user_id: string
    key_hash: string
    key_hint: string
    /** Null: the key does not expire. */
    expires_at: string | null
    created_at: string
    updated_at: string
  }
  /** How often the signed URLs of one user were rotated. */
  mcp_url_rotations: {
    id: string
    project_id: string
    server_id: string
    /** A keyed hash of the user's id: the row is kept when the user is erased. */
    user_key: string
    generation: number
  }
}

export type McpServerRow = Tables['mcp_servers']
export type McpServerToolkitRow = Tables['mcp_server_toolkits']
export type McpInstanceRow = Tables['mcp_server_instances']

export type McpServerFilter = {
  name?: string | undefined
  toolkits?: string[] | undefined
  authConfigIds?: string[] | undefined
}

export type McpOrder = { by: 'created_at' | 'updated_at'; direction: 'asc' | 'desc' }

/** What was deleted: an auth config, or a toolkit up to some time. */
export type Removed = { authConfigId: string } | { toolkit: string; until: string }

const serverList: List = {
  table: 'mcp_servers',
  scope: 'project_id',
  filters: [],
}

const instanceList: List = {
  table: 'mcp_server_instances',
  scope: 'server_id',
  filters: [],
  counters: [{ by: [] }],
}

/**
 * The toolkits of a server are separate rows, so that these filters, and the one for part of the
 * name, are counted without a counter.
 */
const toSelection = (projectId: string, { name, toolkits, authConfigIds }: McpServerFilter) => {
  const holding = (column: 'toolkit_slug' | 'auth_config_id', values: string[]) =>
    sql`id in (select server_id from mcp_server_toolkits where project_id = ${projectId} and ${sql.ref(column)} in (${sql.join(values)}))`
  const conditions = [
    ...(name
      ? [sql`lower(name) like ${`%${name.toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`} escape '!'`]
      : []),
    ...(toolkits ? [holding('toolkit_slug', toolkits)] : []),
    ...(authConfigIds ? [holding('auth_config_id', authConfigIds)] : []),
  ]
  return {
    scope: projectId,
    and: conditions.length > 0 ? sql.join(conditions, sql` and `) : undefined,
  }
}

/** SQL of MCP servers and their toolkits. */
export const mcpServerStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const ofProject = (projectId: string) =>
    db.selectFrom('mcp_servers').where('project_id', '=', projectId)
  const holdingRemoved = (projectId: string, removed: Removed) => {
    const rows = db.selectFrom('mcp_server_toolkits').where('project_id', '=', projectId)
    return 'toolkit' in removed
      ? rows.where('toolkit_slug', '=', removed.toolkit).where('created_at', '<=', removed.until)
      : rows.where('auth_config_id', '=', removed.authConfigId)
  }

  return {
    insert: async (row: McpServerRow, toolkits: McpServerToolkitRow[]) => {
      await db.insertInto('mcp_servers').values(row).execute()
      await db.insertInto('mcp_server_toolkits').values(toolkits).execute()
    },
    find: (projectId: string, id: string) =>
      ofProject(projectId).selectAll().where('id', '=', id).executeTakeFirst(),
    /** The server with this id in any project. */
    findAnywhere: (id: string) =>
      db.selectFrom('mcp_servers').selectAll().where('id', '=', id).executeTakeFirst(),
    page: (projectId: string, filter: McpServerFilter, order: McpOrder, page: PageRequest) =>
      readPage<McpServerRow>(handle, serverList, toSelection(projectId, filter), order, page),
    listToolkits: (serverIds: string[]) =>
      serverIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('mcp_server_toolkits')
            .selectAll()
            .where('server_id', 'in', serverIds)
            .orderBy('server_id')
            .orderBy('position')
            .execute(),
    /** Each change increments the revision. */
    modify: (projectId: string, id: string, merge: Merge<McpServerRow>) =>
      modifyRow(db, 'mcp_servers', { project_id: projectId, id }, async (row) => {
        const changes = await merge(row)
        return changes && { ...changes, revision: row.revision + 1 }
      }),
    replaceToolkits: async (id: string, toolkits: McpServerToolkitRow[]) => {
      await db.deleteFrom('mcp_server_toolkits').where('server_id', '=', id).execute()
      await db.insertInto('mcp_server_toolkits').values(toolkits).execute()
    },
    /**
     * Locks the server for the transaction, so that it cannot be deleted meanwhile; false if it is
     * gone.
     */
    lock: async (projectId: string, id: string): Promise<boolean> =>
      (await lockRow(db, 'mcp_servers', { project_id: projectId, id })) !== undefined,
    delete: async (projectId: string, id: string) =>
      (
        await db
          .deleteFrom('mcp_servers')
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .executeTakeFirst()
      ).numDeletedRows > 0n,

    /** Of all servers, in an order that keeps two transactions from a deadlock. */
    listIds: async (projectId: string) =>
      (await ofProject(projectId).select('id').orderBy('id').execute()).map(({ id }) => id),
    listIdsHolding: async (projectId: string, removed: Removed, limit: number) =>
      (
        await holdingRemoved(projectId, removed)
          .select('server_id')
          .distinct()
          .limit(limit)
          .execute()
      ).map((row) => row.server_id),
    deleteToolkits: (id: string, positions: number[]) =>
      db
        .deleteFrom('mcp_server_toolkits')
        .where('server_id', '=', id)
        .where('position', 'in', positions)
        .execute(),
  }
}

/** SQL of the instances of MCP servers. */
export const mcpInstanceStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const ofServer = (serverId: string) =>
    db.selectFrom('mcp_server_instances').where('server_id', '=', serverId)

  return {
    /** Returns false if the user already has an instance of the server. */
    insert: async (row: McpInstanceRow) => {
      const inserted = await db
        .insertInto('mcp_server_instances')
        .values(row)
        .onConflict((conflict) => conflict.columns(['server_id', 'user_id']).doNothing())
        .executeTakeFirst()
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    findOfUser: (serverId: string, userId: string) =>
      ofServer(serverId).selectAll().where('user_id', '=', userId).executeTakeFirst(),
    findOfServer: (serverId: string, id: string) =>
      ofServer(serverId).selectAll().where('id', '=', id).executeTakeFirst(),
    /**
     * Only of an existing server: a key becomes invalid with its server, before its row is deleted.
     */
    findByKey: (keyHash: string) =>
      db
        .selectFrom('mcp_server_instances as i')
        .innerJoin('mcp_servers as s', 's.id', 'i.server_id')
        .select(['i.id', 'i.project_id', 'i.server_id', 'i.user_id', 'i.key_hint', 'i.expires_at'])
        .where('i.key_hash', '=', keyHash)
        .executeTakeFirst(),
    modifyOfUser: (serverId: string, userId: string, merge: Merge<McpInstanceRow>) =>
      modifyRow(db, 'mcp_server_instances', { server_id: serverId, user_id: userId }, merge),
    page: (serverId: string, order: McpOrder, page: PageRequest) =>
      readPage<McpInstanceRow>(handle, instanceList, { scope: serverId }, order, page),
    countOfServers: (serverIds: string[]) => countByScope(handle, instanceList, serverIds),
    delete: async (id: string) =>
      (await db.deleteFrom('mcp_server_instances').where('id', '=', id).executeTakeFirst())
        .numDeletedRows > 0n,
  }
}

/** Names a user in rotations. */
export const rotationKey = ({ dataKey }: Pick<Project, 'dataKey'>, userId: string): string =>
  dataKey.fingerprint(userId, { record: 'mcp', field: 'url rotation' })

/** SQL of the rotations of signed URLs. */
export const mcpUrlRotationStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()

  return {
    /** User -> generation, for users whose URLs were ever rotated. */
    listOfUsers: async (
      project: Pick<Project, 'dataKey'>,
      serverId: string,
      userIds: string[],
    ): Promise<Map<string, number>> => {
      if (userIds.length === 0) return new Map()
      const userOf = new Map(userIds.map((userId) => [rotationKey(project, userId), userId]))
      const rows = await db
        .selectFrom('mcp_url_rotations')
        .select(['user_key', 'generation'])
        .where('server_id', '=', serverId)
        .where('user_key', 'in', [...userOf.keys()])
        .execute()
      return new Map(
        rows.map(({ user_key, generation }) => [userOf.get(user_key) ?? '', generation]),
      )
    },
    add: (row: Omit<Tables['mcp_url_rotations'], 'generation'>) =>
      db
        .insertInto('mcp_url_rotations')
        .values({ ...row, generation: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['server_id', 'user_key'])
            .doUpdateSet({ generation: sql`mcp_url_rotations.generation + 1` }),
        )
        .execute(),
  }
}
