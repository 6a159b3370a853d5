import { sql } from 'kysely'
import { lockRow, modifyRow, type Handle, type Merge } from '../platform/database/index.ts'
import { readPage, type List } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'
import { forgetSeenItems } from './seen/seen-items.ts'

type Tables = {
  trigger_instances: {
    id: string
    uuid: string
    project_id: string
    trigger_slug: string
    toolkit_slug: string
    version: string
    /** The account, its auth config and its user; all null if the toolkit needs no account. */
    connected_account_id: string | null
    auth_config_id: string | null
    user_id: string | null
    /** Equal for instances with the same trigger type, account and configuration. */
    match_key: string
    /** Encrypted, as are `state` and `trigger_data`. */
    config: string
    state: string | null
    trigger_data: string | null
    disabled_at: string | null
    created_at: string
    updated_at: string
    /**
     * Encrypted: the token of the address that events are pushed to, and the secret they are signed
     * with; of webhook types only.
     */
    hook: string | null
    hook_token_hash: string | null
    /**
     * Of a shared address: the fingerprint of the value by which deliveries name the account; null
     * if every delivery is for every instance.
     */
    hook_account: string | null
    /**
     * When it is polled again, or its registration renewed; while that is under way, when it counts
     * as lost. Null while disabled, and for registrations without a lifetime.
     */
    next_poll_at: string | null
    /** When `next_poll_at` was computed, if it was. */
    scheduled_at: string | null
    /** Rises with every stored poll, so that only one of two concurrent polls is stored. */
    poll_count: number
    /** Consecutive ones. */
    failures: number
  }
}

export type TriggerInstanceRow = Tables['trigger_instances']

/** What a poll that found nothing changes, for the instance as it was read. */
export type QuietPoll = Pick<TriggerInstanceRow, 'id' | 'poll_count'> & {
  state: string
  next_poll_at: string
  scheduled_at: string
}

export type TriggerInstanceFilter = {
  userIds?: string[] | undefined
  accountIds?: string[] | undefined
  authConfigIds?: string[] | undefined
  ids?: string[] | undefined
  triggerSlugs?: string[] | undefined
  showDisabled?: boolean | undefined
}

const filters = ['connected_account_id', 'user_id', 'auth_config_id', 'trigger_slug']
const counted = [[], ...filters.map((filter) => [filter])]

const triggerList: List = {
  table: 'trigger_instances',
  scope: 'project_id',
  filters,
  counters: [
    ...counted.map((by) => ({ by })),
    ...counted.map((by) => ({ by, whereNull: 'disabled_at' })),
  ],
}

const toSelection = (
  projectId: string,
  { userIds, accountIds, authConfigIds, ids, triggerSlugs, showDisabled }: TriggerInstanceFilter,
) => ({
  scope: projectId,
  where: {
    user_id: unlessEmpty(userIds),
    connected_account_id: unlessEmpty(accountIds),
    auth_config_id: unlessEmpty(authConfigIds),
    id: unlessEmpty(ids),
    trigger_slug: unlessEmpty(triggerSlugs),
    disabled_at: showDisabled ? undefined : null,
  },
})

/** An empty list is a filter that was not set. */
const unlessEmpty = (values: string[] | undefined): string[] | undefined =>
  values?.length === 0 ? undefined : values

/** SQL of trigger instances. */
export const triggerStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const some = (projectId: string, limit: number) =>
    db.selectFrom('trigger_instances').select('id').where('project_id', '=', projectId).limit(limit)
  /** Deletes them, and resolves to the deleted rows. */
  const takeAll = async (ids: ReturnType<typeof some>): Promise<TriggerInstanceRow[]> => {
    const deleted = await db
      .deleteFrom('trigger_instances')
      .where('id', 'in', ids)
      .returningAll()
      .execute()
    if (deleted.length > 0)
      await forgetSeenItems(
        handle,
        deleted.map(({ id }) => id),
      )
    return deleted
  }
  const deleteAll = async (ids: ReturnType<typeof some>): Promise<number> =>
    (await takeAll(ids)).length
  const someHooks = (projectId: string, limit: number) =>
    some(projectId, limit).where('hook_token_hash', 'is not', null)

  return {
    /** Inserts nothing where a matching instance exists. */
    insert: async (row: TriggerInstanceRow): Promise<boolean> => {
      const result = await db
        .insertInto('trigger_instances')
        .values(row)
        .onConflict((conflict) => conflict.columns(['project_id', 'match_key']).doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    /** Whether an instance has its trigger type of this version of a toolkit. */
    usesVersion: async (
      projectId: string,
      { slug, version }: { slug: string; version: string },
    ): Promise<boolean> => {
      const found = await some(projectId, 1)
        .where('toolkit_slug', '=', slug)
        .where('version', '=', version)
        .executeTakeFirst()
      return found !== undefined
    },
    find: (projectId: string, id: string) =>
      db
        .selectFrom('trigger_instances')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    findAll: (ids: string[]) =>
      db.selectFrom('trigger_instances').selectAll().where('id', 'in', ids).execute(),
    /** An instance of an address, in any project; an enabled one if there is one. */
    findByHook: async (tokenHash: string): Promise<TriggerInstanceRow | undefined> => {
      const any = db
        .selectFrom('trigger_instances')
        .selectAll()
        .where('hook_token_hash', '=', tokenHash)
        .limit(1)
      return (
        (await any.where('disabled_at', 'is', null).executeTakeFirst()) ??
        (await any.executeTakeFirst())
      )
    },
    /** The enabled instances of a shared address that a delivery about this account is for. */
    listByHook: (tokenHash: string, accounts: string[], limit: number) =>
      db
        .selectFrom('trigger_instances')
        .selectAll()
        .where('hook_token_hash', '=', tokenHash)
        .where('disabled_at', 'is', null)
        .where((expression) =>
          expression.or([
            expression('hook_account', 'is', null),
            ...(accounts.length > 0 ? [expression('hook_account', 'in', accounts)] : []),
          ]),
        )
        .orderBy('id')
        .limit(limit)
        .execute(),
    findByUuid: (projectId: string, uuid: string) =>
      db
        .selectFrom('trigger_instances')
        .select('id')
        .where('project_id', '=', projectId)
        .where('uuid', '=', uuid)
        .executeTakeFirst(),
    page: (projectId: string, filter: TriggerInstanceFilter, page: PageRequest) =>
      readPage<TriggerInstanceRow>(
        handle,
        triggerList,
        toSelection(projectId, filter),
        { by: 'created_at', direction: 'desc' },
        page,
      ),
    /** Of one instance: by its id, or by its match key. */
    modify: (
      projectId: string,
      key: { id: string } | { match_key: string },
      merge: Merge<TriggerInstanceRow>,
    ) => modifyRow(db, 'trigger_instances', { project_id: projectId, ...key }, merge),
    /**
     * Resolves to false, without a change, if the instance was polled, disabled or deleted since it
     * was read.
     */
    updateAfterPoll: async (
      { id, poll_count }: Pick<TriggerInstanceRow, 'id' | 'poll_count'>,
      changes: Partial<TriggerInstanceRow>,
    ): Promise<boolean> => {
      const result = await db
        .updateTable('trigger_instances')
        .set({ ...changes, poll_count: poll_count + 1 })
        .where('id', '=', id)
        .where('poll_count', '=', poll_count)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    /** The same for polls that found nothing, in one statement however many there are. */
    updateAfterQuietPolls: async (polls: QuietPoll[]): Promise<void> => {
      // Ordered by id, so that two nodes that write at the same time cannot deadlock.
      const rows = polls
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(
          (poll) =>
            sql`(${poll.id}, ${String(poll.poll_count)}, ${poll.state}, ${poll.next_poll_at}, ${poll.scheduled_at})`,
        )
      await sql`
        update trigger_instances
        set state = noted.column3, next_poll_at = noted.column4, scheduled_at = noted.column5, failures = 0, poll_count = poll_count + 1
        from (values ${sql.join(rows)}) as noted
        where trigger_instances.id = noted.column1 and poll_count = cast(noted.column2 as integer) and disabled_at is null`.execute(
        db,
      )
    },
    /** Keeps an enabled instance from being deleted before the transaction ends. */
    hold: async (id: string): Promise<boolean> =>
      (await lockRow(db, 'trigger_instances', { id, disabled_at: null })) !== undefined,
    /** Claims the next due instances for the caller until `until`. */
    claimDue: async (
      now: string,
      until: string,
      limit: number,
    ): Promise<Pick<TriggerInstanceRow, 'id' | 'project_id' | 'hook_token_hash'>[]> => {
      const due = db
        .selectFrom('trigger_instances')
        .select('id')
        .where('next_poll_at', '<=', now)
        .orderBy('next_poll_at')
        .orderBy('id')
        .limit(limit)
      return db
        .updateTable('trigger_instances')
        .set({ next_poll_at: until, scheduled_at: now })
        .where('id', 'in', due)
        .where('next_poll_at', '<=', now)
        .returning(['id', 'project_id', 'hook_token_hash'])
        .execute()
    },
    /**
     * Makes instances due now whose time was computed while a clock was wrong; `latest`: the latest
     * time at which a right one can have done so.
     */
    recall: async (now: string, latest: string): Promise<void> => {
      await db
        .updateTable('trigger_instances')
        .set({ next_poll_at: now, scheduled_at: now })
        .where('next_poll_at', '>', latest)
        .where('scheduled_at', '>', latest)
        .execute()
    },
    /** Since when the poll that has waited longest is due. */
    oldestDue: async (now: string): Promise<string | undefined> =>
      (
        await db
          .selectFrom('trigger_instances')
          .select('next_poll_at')
          .where('next_poll_at', '<=', now)
          .orderBy('next_poll_at')
          .limit(1)
          .executeTakeFirst()
      )?.next_poll_at ?? undefined,
    hasDue: async (now: string): Promise<boolean> =>
      (await db
        .selectFrom('trigger_instances')
        .select('id')
        .where('next_poll_at', '<=', now)
        .limit(1)
        .executeTakeFirst()) !== undefined,
    take: async (projectId: string, id: string): Promise<TriggerInstanceRow | undefined> =>
      (await takeAll(some(projectId, 1).where('id', '=', id)))[0],
    /** Only instances with a hook, also in the following; the others are deleted by a job. */
    takeHooksOfAccount: (projectId: string, accountId: string, limit: number) =>
      takeAll(someHooks(projectId, limit).where('connected_account_id', '=', accountId)),
    takeHooksOfAuthConfig: (projectId: string, authConfigId: string, limit: number) =>
      takeAll(someHooks(projectId, limit).where('auth_config_id', '=', authConfigId)),
    takeHooksOfToolkit: (projectId: string, toolkit: string, limit: number) =>
      takeAll(someHooks(projectId, limit).where('toolkit_slug', '=', toolkit)),
    takeHooksOfProject: (projectId: string, limit: number) => takeAll(someHooks(projectId, limit)),
    delete: async (projectId: string, id: string): Promise<boolean> =>
      (await deleteAll(some(projectId, 1).where('id', '=', id))) > 0,
  }
}
