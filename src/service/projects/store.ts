import { sql } from 'kysely'
import { lockRow, modifyRow, type Handle, type Merge } from '../platform/database/index.ts'
import { readPage, type List } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  first_start: { id: string; started_at: string }
  organizations: { id: string; name: string; created_at: string }
  projects: {
    id: string
    organization_id: string
    name: string
    config: string
    logo: string | null
    /** Wrapped by a root key; empty once the project is deleted. */
    data_key: string
    /**
     * Counts changes of the project's toolkits, so that caches on every node can detect that they
     * are stale.
     */
    catalog_stamp: number
    created_at: string
    updated_at: string
    deleted_at: string | null
  }
  api_keys: {
    id: string
    kind: 'project' | 'user' | 'organization'
    organization_id: string
    project_id: string | null
    name: string
    hash: string
    hint: string
    created_at: string
  }
  user_tickets: {
    id: string
    hash: string
    project_id: string
    user_id: string
    /** Null for a connect token. */
    approval_id: string | null
    /** JSON; null: all toolkits. */
    toolkits: string | null
    /** JSON. */
    origins: string
    created_at: string
    expires_at: string
  }
}

type OrganizationRow = Tables['organizations']
export type ProjectRow = Tables['projects']
export type ApiKeyRow = Tables['api_keys']
export type TicketRow = Tables['user_tickets']

/** The projects of an organization, or the single project that a project's key gives access to. */
export type ProjectScope = { organizationId: string; projectId?: string }

const projectList: List = {
  table: 'projects',
  scope: 'organization_id',
  filters: [],
}

/** SQL of organizations, projects and their keys. Deleted projects are never returned. */
export const projectStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const listed = ({ organizationId, projectId }: ProjectScope) => {
    const query = db
      .selectFrom('projects')
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
    return projectId === undefined ? query : query.where('id', '=', projectId)
  }
  return {
    /** Returns true only for the first start on this database. */
    claimFirstStart: async (now: string) => {
      const inserted = await db
        .insertInto('first_start')
        .values({ id: 'first', started_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    insertOrganization: (row: OrganizationRow) =>
      db.insertInto('organizations').values(row).execute(),
    /** The oldest ones. */
    listOrganizations: (limit: number) =>
      db.selectFrom('organizations').selectAll().orderBy('created_at').limit(limit).execute(),
    /** Returns false if the organization already has a project of this name. */
    insertProject: async (row: ProjectRow) => {
      const inserted = await db
        .insertInto('projects')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
        .executeTakeFirst()
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    insertKey: (row: ApiKeyRow) => db.insertInto('api_keys').values(row).execute(),
    findKey: (hash: string) =>
      db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst(),
    listKeys: (projectId: string) =>
      db
        .selectFrom('api_keys')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    /** The newest of all projects and organizations. */
    listAllKeys: (limit: number) =>
      db
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
    /** The oldest projects of all organizations. */
    listOldest: (limit: number) =>
      db
        .selectFrom('projects')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
    deleteKeys: (projectId: string, kind?: ApiKeyRow['kind']) => {
      const query = db.deleteFrom('api_keys').where('project_id', '=', projectId)
      return (kind === undefined ? query : query.where('kind', '=', kind)).execute()
    },
    deleteKey: (id: string) =>
      db.deleteFrom('api_keys').where('id', '=', id).returningAll().executeTakeFirst(),
    findProject: (id: string) =>
      db
        .selectFrom('projects')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    findListedProject: (scope: ProjectScope, id: string) =>
      listed(scope).selectAll().where('id', '=', id).executeTakeFirst(),
    listProjects: ({ organizationId, projectId }: ProjectScope, page: PageRequest) =>
      readPage<ProjectRow>(
        handle,
        projectList,
        {
          scope: organizationId,
          where: { deleted_at: null, id: projectId === undefined ? undefined : [projectId] },
        },
        { by: 'created_at', direction: 'desc' },
        page,
      ),
    lockProject: (id: string) => lockRow(db, 'projects', { id, deleted_at: null }),
    modifyProject: (id: string, merge: Merge<ProjectRow>) =>
      modifyRow(db, 'projects', { id, deleted_at: null }, merge),
    /** Projects whose data key begins with none of these texts, ordered by id. */
    listWrappedOtherwise: (
      beginnings: string[],
      { limit, after = '' }: { limit: number; after?: string },
    ) => {
      const query = db
        .selectFrom('projects')
        .select(['id', 'data_key'])
        .where('deleted_at', 'is', null)
        .where('id', '>', after)
      return beginnings
        .reduce(
          (rest, beginning) => rest.where((expression) => expression.not(beginsWith(beginning))),
          query,
        )
        .orderBy('id')
        .limit(limit)
        .execute()
    },
    listWrapped: (beginning: string, limit: number) =>
      db
        .selectFrom('projects')
        .select(['id', 'data_key'])
        .where('deleted_at', 'is', null)
        .where(beginsWith(beginning))
        .limit(limit)
        .execute(),
    /** Returns false if the data key has changed or was deleted. */
    replaceDataKey: async (id: string, from: string, to: string) => {
      const updated = await db
        .updateTable('projects')
        .set({ data_key: to })
        .where('id', '=', id)
        .where('data_key', '=', from)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },
    bumpCatalogStamp: async (id: string) => {
      const row = await db
        .updateTable('projects')
        .set((expression) => ({ catalog_stamp: expression('catalog_stamp', '+', 1) }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('catalog_stamp')
        .executeTakeFirst()
      return row?.catalog_stamp
    },
  }
}

/** SQL of the tickets of users. */
export const ticketStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: TicketRow) => db.insertInto('user_tickets').values(row).execute(),
    find: (hash: string) =>
      db.selectFrom('user_tickets').selectAll().where('hash', '=', hash).executeTakeFirst(),
    listHashes: async (projectId: string, userId: string, limit: number) => {
      const rows = await db
        .selectFrom('user_tickets')
        .select('hash')
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .limit(limit)
        .execute()
      return rows.map(({ hash }) => hash)
    },
    delete: (hashes: string[]) =>
      db.deleteFrom('user_tickets').where('hash', 'in', hashes).execute(),
  }
}

/** Not `like`: a version may contain an underscore. */
const beginsWith = (text: string) =>
  sql<boolean>`substr(data_key, 1, ${sql.lit(text.length)}) = ${text}`
