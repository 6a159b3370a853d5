import type { CallOptions, Client } from '../../client/index.ts'
import type { TriggerInstance } from '../../contract/triggers.ts'
import type { EventHandler, SubscribeOptions, Subscription } from './subscription.ts'

/** What a trigger is set up with. */
export type TriggerOptions = CallOptions & {
  /** Whose events; default: the only ACTIVE account of the toolkit. */
  connectedAccountId?: string | undefined
  /** Fits `config` of the trigger type. */
  config?: Record<string, unknown> | undefined
  /** Version of the toolkit; default: the newest. */
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
 * The triggers of a project: what third parties tell of the accounts of your users.
 *
 * In production have them sent to your endpoint by a webhook subscription; `subscribe` is for
 * development, where there is no public address, and for programs that run as long as they listen.
 *
 * @example
 * const { id } = await plugboard.triggers.create('TRACKER_ISSUE_CREATED', { connectedAccountId: 'ca_…', config: { project: 'WEB' } })
 * const subscription = await plugboard.triggers.subscribe((event) => console.log(event.type, event.data), { filters: { triggerIds: [id] } })
 * process.once('SIGINT', () => void subscription.close())
 * await subscription.ended
 */
export type Triggers = {
  /**
   * Sets a trigger up, or gives the one with the same account and configuration, enabled again if
   * it was disabled.
   */
  create: (slug: string, options?: TriggerOptions) => Promise<{ id: string }>
  enable: (id: string, options?: CallOptions) => Promise<void>
  disable: (id: string, options?: CallOptions) => Promise<void>
  delete: (id: string, options?: CallOptions) => Promise<void>
  list: (query?: TriggersQuery, options?: CallOptions) => Promise<TriggersPage>
  /**
   * Hands events to a handler while they happen, one at a time and in order; resolves once it is
   * connected.
   *
   * It goes on by itself, from where it was, when the connection breaks or the service is started
   * again. An event counts as received when the handler has returned; it may come twice, with the
   * same `id`. A handler that throws ends the subscription, unless `onError` says otherwise.
   */
  subscribe: (handler: EventHandler, options?: SubscribeOptions) => Promise<Subscription>
}

/** The triggers that a client reaches; `plugboard.triggers` is made by it. */
export const createTriggers = (client: Client): Triggers => {
  const setStatus =
    (status: 'enable' | 'disable') =>
    async (id: string, options: CallOptions = {}): Promise<void> => {
      await client.triggerInstances.setStatus({ params: { id }, body: { status } }, options)
    }
  return {
    create: async (slug, { connectedAccountId, config, version, ...options } = {}) => {
      const body = {
        connected_account_id: connectedAccountId,
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
    // Loaded when it is needed: few programs that make triggers listen too.
    subscribe: async (handler, options) =>
      (await import('./subscribe.ts')).subscribe(client, handler, options),
  }
}
