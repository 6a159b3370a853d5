import type { WebhookVersion } from '../../contract/webhooks.ts'
import {
  lockAgainstDeletion,
  modifyRow,
  type Handle,
  type Merge,
} from '../platform/database/index.ts'
import { readPage, type List, type Order } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

type Tables = {
  webhook_subscriptions: {
    id: string
    project_id: string
    webhook_url: string
    version: WebhookVersion
    enabled_events: string
    /** Encrypted: the signing secret, and previous ones that still sign. */
    secrets: string
    /** The first of the failures since a delivery last succeeded. */
    failing_since: string | null
    disabled_at: string | null
    created_at: string
    updated_at: string
  }
}

export type SubscriptionRow = Tables['webhook_subscriptions']

const newestFirst: Order = { by: 'created_at', direction: 'desc' }

const subscriptionList: List = {
  table: 'webhook_subscriptions',
  scope: 'project_id',
  filters: [],
}

/** SQL of webhook subscriptions. */
export const subscriptionStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const ofProject = (projectId: string) =>
    db.selectFrom('webhook_subscriptions').where('project_id', '=', projectId)

  return {
    insert: (row: SubscriptionRow) => db.insertInto('webhook_subscriptions').values(row).execute(),
    find: (projectId: string, id: string) =>
      ofProject(projectId).selectAll().where('id', '=', id).executeTakeFirst(),
    page: (projectId: string, page: PageRequest) =>
      readPage<SubscriptionRow>(handle, subscriptionList, { scope: projectId }, newestFirst, page),
    modify: (projectId: string, id: string, merge: Merge<SubscriptionRow>) =>
      modifyRow(db, 'webhook_subscriptions', { project_id: projectId, id }, merge),
    /**
     * The enabled subscriptions, locked against deletion until the transaction ends, since
     * deliveries refer to them.
     */
    listEnabled: (projectId: string) =>
      lockAgainstDeletion(
        handle,
        ofProject(projectId).select(['id', 'enabled_events']).where('disabled_at', 'is', null),
      ).execute(),
    listEnabledEvents: (projectId: string) =>
      ofProject(projectId).select('enabled_events').where('disabled_at', 'is', null).execute(),
    noteFailing: (id: string, since: string) =>
      db
        .updateTable('webhook_subscriptions')
        .set({ failing_since: since })
        .where('id', '=', id)
        .where('failing_since', 'is', null)
        .execute(),
    noteWorking: (id: string) =>
      db
        .updateTable('webhook_subscriptions')
        .set({ failing_since: null })
        .where('id', '=', id)
        .where('failing_since', 'is not', null)
        .execute(),
    /** Resolves to whether this call disabled it. */
    disable: async (id: string, at: string): Promise<boolean> => {
      const disabled = await db
        .updateTable('webhook_subscriptions')
        .set({ disabled_at: at, updated_at: at })
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      return disabled.numUpdatedRows > 0n
    },
    delete: async (projectId: string, id: string) => {
      const deleted = await db
        .deleteFrom('webhook_subscriptions')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
    listUrls: (projectIds: string[]) =>
      projectIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('webhook_subscriptions')
            .select(['project_id', 'webhook_url'])
            .where('project_id', 'in', projectIds)
            .orderBy('created_at')
            .orderBy('id')
            .execute(),
  }
}
