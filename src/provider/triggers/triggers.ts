import type { CallOptions, Client } from '../../client/index.ts'
import type { TriggerInstance } from '../../contract/triggers.ts'
import { subscribe } from './subscribe.ts'
import type { EventHandler, SubscribeOptions, Subscription } from './subscription.ts'

/** Options of a trigger. */
export type TriggerOptions = CallOptions & {
  /** Account whose events are delivered; default: the only ACTIVE account of the toolkit. */
  connectedAccountId?: string | undefined
  /** User whose account it is, in place of its id: their only ACTIVE account of the toolkit. */
  userId?: string | undefined
  /** Configuration that is valid for the trigger type. */
  config?: Record<string, unknown> | undefined
  /** Toolkit version; default: latest. */
  version?: string | undefined
}

/** The query of `triggers.list`. */
export type TriggersQuery = NonNullable<
  Parameters<Client['triggerInstances']['listActive']>[0]
>['query']

/** One page of the triggers of a project. */
export type TriggersPage = Awaited<ReturnType<Client['triggerInstances']['listActive']>>

export type { TriggerInstance }

/**
 * The triggers of a project, which deliver third parties' events about your users' accounts.
 *
 * In production, deliver them to your endpoint with a webhook subscription. `subscribe` is for
 * development, where there is no public URL, and for long-running programs.
 *
 * @example
 * const { id } = await plugboard.triggers.create('TRACKER_ISSUE_CREATED', { userId: 'ada', config: { project: 'WEB' } })
 * const subscription = await plugboard.triggers.subscribe((event) => console.log(event.type, event.data), { filters: { triggerIds: [id] } })
 * process.once('SIGINT', () => void subscription.close())
 * await subscription.ended
 */
export type Triggers = {
  /**
   * Creates a trigger. If one with the same account and configuration exists, it is returned, and
   * enabled again if it was disabled.
   */
  create: (slug: string, options?: TriggerOptions) => Promise<{ id: string }>
  enable: (id: string, options?: CallOptions) => Promise<void>
  disable: (id: string, options?: CallOptions) => Promise<void>
  delete: (id: string, options?: CallOptions) => Promise<void>
  list: (query?: TriggersQuery, options?: CallOptions) => Promise<TriggersPage>
  /**
   * Calls a handler with each event, one at a time and in order. Resolves once it is connected.
   *
   * If the connection is lost or the service restarts, the subscription reconnects and continues at
   * its last position. An event counts as received when the handler has returned; it may be
   * delivered twice, with the same `id`. An error in the handler ends the subscription, unless
   * `onError` decides otherwise.
   */
  subscribe: (handler: EventHandler, options?: SubscribeOptions) => Promise<Subscription>
}

/** Creates the triggers API of a client. Use `plugboard.triggers` instead. */
export const createTriggers = (client: Client): Triggers => {
  const setStatus =
    (status: 'enable' | 'disable') =>
    async (id: string, options: CallOptions = {}): Promise<void> => {
      await client.triggerInstances.setStatus({ params: { id }, body: { status } }, options)
    }
  return {
    create: async (slug, { connectedAccountId, userId, config, version, ...options } = {}) => {
      const body = {
        connected_account_id: connectedAccountId,
        user_id: userId,
        trigger_config: config,
        toolkit_versions: version,
      }
      const { trigger_id } = await client.triggerInstances.upsert(
        { params: { slug }, body },
        options,
      )
      return { id: trigger_id }
    },
    enable: setStatus('enable'),
    disable: setStatus('disable'),
    delete: async (id, options = {}) => {
      await client.triggerInstances.delete({ params: { id } }, options)
    },
    list: (query = {}, options = {}) => client.triggerInstances.listActive({ query }, options),
    subscribe: async (handler, options) => subscribe(client, handler, options),
  }
}
