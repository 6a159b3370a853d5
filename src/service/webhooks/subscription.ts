import type { z } from 'zod'
import type { contract } from '../../contract/contract.ts'
import {
  webhookEventTypes,
  type WebhookEventType,
  type WebhookVersion,
} from '../../contract/webhooks.ts'
import type { Project } from '../endpoint/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createId } from '../platform/ids.ts'
import { OutboundError, type Outbound } from '../platform/outbound/index.ts'
import { parsePage, toPageOf } from '../platform/pagination.ts'
import { ServiceError } from '../service-error.ts'
import { readEnabledEvents } from './enabled-events.ts'
import {
  createSigningSecrets,
  openSecrets,
  rotateSigningSecrets,
  sealSecrets,
  type SigningSecrets,
} from './signing-secrets.ts'
import { subscriptionStore, type SubscriptionRow } from './store.ts'

/** Where events of a project are sent. */
export type Subscription = {
  id: string
  webhookUrl: string
  version: WebhookVersion
  enabledEvents: WebhookEventType[]
  /** Null where they were damaged: nothing can be signed until they are replaced. */
  secrets: SigningSecrets | null
  disabledAt: string | null
  createdAt: string
  updatedAt: string
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

type CreateRequest = z.output<typeof contract.webhookSubscriptions.create.body>
type UpdateRequest = z.output<typeof contract.webhookSubscriptions.update.body>

type Parts = { database: Database; outbound: Pick<Outbound, 'check'>; clock: Clock }

/** The rules of webhook subscriptions. */
export const createSubscriptions = (parts: Parts) => {
  const store = subscriptionStore(parts.database.handle)

  const get = async (project: Project, id: string): Promise<Subscription> => {
    const row = await store.find(project.id, id)
    if (!row) throw unknownSubscription(id)
    return toSubscription(project, row)
  }

  /** Changes a subscription as it is inside the transaction. */
  const change = (
    project: Project,
    id: string,
    toChanges: (current: Subscription) => Partial<SubscriptionRow>,
  ): Promise<Subscription> =>
    parts.database.transaction(async (transaction) => {
      const modified = await subscriptionStore(transaction).modify(project.id, id, (row) => ({
        ...toChanges(toSubscription(project, row)),
        updated_at: timestamp(parts.clock),
      }))
      if (!modified) throw unknownSubscription(id)
      return toSubscription(project, modified.row)
    })

  return {
    get,

    /** Whether an event of this type is sent anywhere. */
    isSubscribed: async (project: Project, type: WebhookEventType): Promise<boolean> =>
      (await store.listEnabledEvents(project.id)).some(({ enabled_events }) =>
        readEnabledEvents(enabled_events, project.id).includes(type),
      ),

    create: async (project: Project, request: CreateRequest): Promise<Subscription> => {
      rejectUnsupported(request.enabled_events, request.version)
      await rejectAddress(parts.outbound, project, request.webhook_url)
      const id = createId('ws_')
      const now = timestamp(parts.clock)
      const row: SubscriptionRow = {
        id,
        project_id: project.id,
        webhook_url: request.webhook_url,
        version: request.version,
        enabled_events: JSON.stringify(request.enabled_events),
        secrets: sealSecrets(project, id, createSigningSecrets()),
        failing_since: null,
        disabled_at: null,
        created_at: now,
        updated_at: now,
      }
      await store.insert(row)
      return toSubscription(project, row)
    },

    list: async (project: Project, query: Parameters<typeof parsePage>[0]) => {
      const page = parsePage(query)
      const found = await store.page(project.id, page)
      return toPageOf(found, page, (row) => toSubscription(project, row))
    },

    /** An update of a disabled subscription declares that its receiver works again. */
    update: async (project: Project, id: string, request: UpdateRequest): Promise<Subscription> => {
      await get(project, id)
      if (request.webhook_url !== undefined)
        await rejectAddress(parts.outbound, project, request.webhook_url)
      return change(project, id, (current) => {
        const version = request.version ?? current.version
        const enabledEvents = request.enabled_events ?? current.enabledEvents
        rejectUnsupported(enabledEvents, version)
        const enabled = { disabled_at: null, failing_since: null }
        return {
          version,
          enabled_events: JSON.stringify(enabledEvents),
          webhook_url: request.webhook_url ?? current.webhookUrl,
          ...(current.disabledAt !== null && enabled),
        }
      })
    },

    delete: async (project: Project, id: string): Promise<void> => {
      if (!(await store.delete(project.id, id))) throw unknownSubscription(id)
    },

    rotateSecret: (project: Project, id: string): Promise<Subscription> =>
      change(project, id, ({ secrets }) => ({
        secrets: sealSecrets(
          project,
          id,
          secrets ? rotateSigningSecrets(secrets, parts.clock.now()) : createSigningSecrets(),
        ),
      })),

    /** The address of the newest subscription of each of these projects. */
    newestUrls: async (projectIds: string[]): Promise<Map<string, string>> =>
      new Map((await store.listUrls(projectIds)).map((row) => [row.project_id, row.webhook_url])),
  }
}

const unknownSubscription = (id: string) =>
  new ServiceError('not_found', `No webhook subscription "${id}"`, {
    suggestedFix: 'GET /api/v3/webhook_subscriptions lists them',
  })

const rejectUnsupported = (types: WebhookEventType[], version: WebhookVersion): void => {
  const unsupported = types.filter(
    (type) =>
      !(webhookEventTypes[type].supportedVersions as readonly WebhookVersion[]).includes(version),
  )
  if (unsupported.length === 0) return
  throw new ServiceError(
    'invalid_request',
    `Payloads of version ${version} cannot carry ${unsupported.join(', ')}`,
    {
      suggestedFix:
        'Use version V3; GET /api/v3/webhook_subscriptions/event_types lists the versions of each event type',
      errors: unsupported.map(
        (type) =>
          `body.enabled_events: ${type} needs version ${webhookEventTypes[type].supportedVersions.join(' or ')}`,
      ),
    },
  )
}

const rejectAddress = async (
  outbound: Parts['outbound'],
  { id: projectId }: Project,
  url: string,
): Promise<void> => {
  try {
    await outbound.check({ egress: { purpose: 'webhook', projectId }, url })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new ServiceError(
      'invalid_request',
      `The webhook_url cannot be called: ${error.message}`,
      {
        suggestedFix:
          'Use a public https:// address without user name and password, or have the operator add the entry that the message names',
        errors: [`body.webhook_url: ${error.message}`],
        cause: error,
      },
    )
  }
}

const toSubscription = (project: Project, row: SubscriptionRow): Subscription => ({
  id: row.id,
  webhookUrl: row.webhook_url,
  version: row.version,
  enabledEvents: readEnabledEvents(row.enabled_events, row.id),
  secrets: openSecrets(project, row.id, row.secrets),
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
