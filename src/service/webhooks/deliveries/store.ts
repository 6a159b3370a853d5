import { sql, type Generated, type Insertable, type Selectable } from 'kysely'
import type { WebhookDelivery, WebhookVersion } from '../../../contract/webhooks.ts'
import type { Handle } from '../../platform/database/index.ts'
import { readPage, type List, type Order } from '../../platform/lists/index.ts'
import type { PageRequest } from '../../platform/pagination.ts'

type DeliveryTable = {
  id: string
  project_id: string
  subscription_id: string
  event_id: string
  event_type: string
  status: WebhookDelivery['status']
  attempts: string
  next_attempt_at: string | null
  created_at: string
  /** First attempts with the same key are made in order: the id of a trigger instance. */
  ordering_key: Generated<string | null>
  /**
   * What is sent, encrypted, from the first failure on: later attempts send the same, even if its
   * subject is changed or deleted.
   */
  body: Generated<string | null>
  /** The number of attempts before the last replay. */
  round_start: Generated<number>
}

type Tables = {
  webhook_deliveries: DeliveryTable
  webhook_subscriptions: {
    id: string
    webhook_url: string
    version: WebhookVersion
    secrets: string
    failing_since: string | null
    disabled_at: string | null
  }
}

type NewDeliveryRow = Insertable<DeliveryTable>
export type DeliveryRow = Selectable<DeliveryTable>

/** A delivery with everything that is needed to send it. */
export type DeliveryWork = DeliveryRow &
  Omit<Tables['webhook_subscriptions'], 'id'> & {
    /** The newest earlier delivery with its ordering key that was not attempted yet. */
    earlier: string | null
  }

/** The columns that an attempt changes. */
export type DeliveryChange = Pick<
  DeliveryRow,
  'id' | 'status' | 'attempts' | 'next_attempt_at' | 'body'
>

const deliveryList: List = {
  table: 'webhook_deliveries',
  scope: 'subscription_id',
  filters: ['status'],
  counters: [{ by: [] }, { by: ['status'] }],
}

const newestFirst: Order = { by: 'created_at', direction: 'desc' }

const unfinished: WebhookDelivery['status'][] = ['pending', 'failed']

/** SQL of webhook deliveries. */
export const deliveryStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()

  return {
    insert: (row: NewDeliveryRow) => db.insertInto('webhook_deliveries').values(row).execute(),
    insertAll: (rows: NewDeliveryRow[]) =>
      db.insertInto('webhook_deliveries').values(rows).execute(),
    find: (projectId: string, id: string) =>
      db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    page: (subscriptionId: string, status: DeliveryRow['status'] | undefined, page: PageRequest) =>
      readPage<DeliveryRow>(
        handle,
        deliveryList,
        { scope: subscriptionId, where: { status: status && [status] } },
        newestFirst,
        page,
      ),

    load: (ids: string[]): Promise<DeliveryWork[]> =>
      db
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin(
          'webhook_subscriptions as subscription',
          'subscription.id',
          'delivery.subscription_id',
        )
        .selectAll('delivery')
        .select([
          'subscription.webhook_url',
          'subscription.version',
          'subscription.secrets',
          'subscription.failing_since',
          'subscription.disabled_at',
        ])
        .select((expression) =>
          expression
            .selectFrom('webhook_deliveries as before')
            .select('before.id')
            .whereRef('before.subscription_id', '=', 'delivery.subscription_id')
            .whereRef('before.ordering_key', '=', 'delivery.ordering_key')
            .whereRef('before.created_at', '<', 'delivery.created_at')
            .where('before.status', '=', 'pending')
            .where('before.attempts', '=', '[]')
            .orderBy('before.created_at', 'desc')
            .limit(1)
            .as('earlier'),
        )
        .where('delivery.id', 'in', ids)
        .execute(),

    /** Updates all of them in one statement. */
    noteAll: async (changes: DeliveryChange[]): Promise<void> => {
      // Ordered by id, so that two nodes that write at the same time cannot deadlock.
      const rows = changes
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(
          (row) =>
            sql`(${row.id}, ${row.status}, ${row.attempts}, ${row.next_attempt_at}, ${row.body})`,
        )
      await sql`
        update webhook_deliveries
        set status = noted.column2, attempts = noted.column3, next_attempt_at = noted.column4, body = noted.column5
        from (values ${sql.join(rows)}) as noted
        where webhook_deliveries.id = noted.column1`.execute(db)
    },

    /** Resolves to the row if it was dead; its attempts are counted anew from here on. */
    replay: (projectId: string, id: string, now: string, attempts: number) =>
      db
        .updateTable('webhook_deliveries')
        .set({ status: 'pending', next_attempt_at: now, round_start: attempts })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('status', '=', 'dead')
        .returningAll()
        .executeTakeFirst(),

    /** The same for several at once; `attempts`: how many each had. Resolves to those that were dead. */
    replayAll: async (
      projectId: string,
      replayed: readonly { id: string; attempts: number }[],
      now: string,
    ): Promise<Pick<DeliveryRow, 'id' | 'subscription_id' | 'round_start'>[]> => {
      // Ordered by id, as in `noteAll`.
      const values = replayed
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, attempts }) => sql`(${id}, cast(${attempts} as integer))`)
      const { rows } = await sql<Pick<DeliveryRow, 'id' | 'subscription_id' | 'round_start'>>`
        update webhook_deliveries
        set status = 'pending', next_attempt_at = ${now}, round_start = replayed.column2
        from (values ${sql.join(values)}) as replayed
        where webhook_deliveries.id = replayed.column1
          and webhook_deliveries.project_id = ${projectId}
          and webhook_deliveries.status = 'dead'
        returning webhook_deliveries.id, webhook_deliveries.subscription_id, webhook_deliveries.round_start`.execute(
        db,
      )
      return rows
    },

    /** Dead deliveries after one of them, the oldest first. */
    listDead: (
      after: { created_at: string; id: string },
      subscriptionId: string | undefined,
      limit: number,
    ) => {
      const query = db
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin(
          'webhook_subscriptions as subscription',
          'subscription.id',
          'delivery.subscription_id',
        )
        .select([
          'delivery.id',
          'delivery.project_id',
          'delivery.attempts',
          'delivery.created_at',
          'subscription.disabled_at',
        ])
        .where('delivery.status', '=', 'dead')
        .where((expression) =>
          expression(
            expression.refTuple('delivery.created_at', 'delivery.id'),
            '>',
            expression.tuple(after.created_at, after.id),
          ),
        )
      return (
        subscriptionId === undefined
          ? query
          : query.where('delivery.subscription_id', '=', subscriptionId)
      )
        .orderBy('delivery.created_at')
        .orderBy('delivery.id')
        .limit(limit)
        .execute()
    },

    /** When the attempt that has waited longest was due, if one is due now. */
    oldestDue: async (now: string): Promise<string | undefined> =>
      (
        await db
          .selectFrom('webhook_deliveries')
          .select('next_attempt_at')
          .where('status', 'in', unfinished)
          .where('next_attempt_at', '<', now)
          .orderBy('next_attempt_at')
          .limit(1)
          .executeTakeFirst()
      )?.next_attempt_at ?? undefined,

    /** Deliveries whose next attempt was due before this time. */
    listOverdue: (before: string, limit: number) =>
      db
        .selectFrom('webhook_deliveries')
        .select(['id', 'subscription_id', 'round_start', 'next_attempt_at'])
        .where('status', 'in', unfinished)
        .where('next_attempt_at', '<', before)
        .orderBy('next_attempt_at')
        .limit(limit)
        .execute(),

    delete: (id: string) => db.deleteFrom('webhook_deliveries').where('id', '=', id).execute(),
  }
}
