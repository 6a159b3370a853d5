import { LRUCache } from 'lru-cache'
import { createId } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { Project } from '../../endpoint/index.ts'
import type { ChosenAccount } from '../account.ts'
import { CredentialError } from './credential-error.ts'
import type { ExchangeParts } from './exchange.ts'
import { isDue, isOver } from './expiry.ts'
import { renewCredential, type RenewalParts } from './renew-credential.ts'
import { isRenewable } from './renewal-request.ts'
import { renewalStore } from './store.ts'

/** Gives accounts whose credentials work. Refusals are `CredentialError`s. */
export type KeepAlive = {
  /** The account as it may be used now: renewed first when its credential is about to end. */
  ready(project: Project, chosen: ChosenAccount, trace?: TraceContext): Promise<ChosenAccount>
  /**
   * The account with another credential than this one, which the API refused.
   *
   * `undefined` when it has nothing to renew it with, the provider is not to be asked now, or the
   * API refused the last one it renewed too.
   */
  renew(
    project: Project,
    chosen: ChosenAccount,
    trace?: TraceContext,
  ): Promise<ChosenAccount | undefined>
  /** The API refused a credential that `renew` had just brought: another would not help either. */
  noteRefused(chosen: ChosenAccount): void
  /**
   * Begins nothing new and waits for what is under way: a credential that a provider has given must
   * not be lost.
   */
  finish(): Promise<void>
}

/** How long an API that refuses a fresh credential is believed. */
const refusedForMs = 60_000

/** Renews credentials, each once, however many calls on however many nodes need it. */
export const createKeepAlive = ({
  metrics,
  ...given
}: Omit<ExchangeParts, 'count'> & { metrics: Metrics; random?: () => number }): KeepAlive => {
  const stopping = new AbortController()
  const count = metrics.counter({
    name: 'plugboard_credential_refreshes_total',
    help: 'Requests to providers for a new credential, by whether one came',
    labels: ['outcome'],
  })
  const parts: RenewalParts = {
    random: Math.random,
    ...given,
    count,
    node: createId(''),
    stopping: stopping.signal,
  }
  const renewing = new Map<string, Promise<ChosenAccount>>()
  const refused = new LRUCache<string, true>({ max: 10_000, ttl: refusedForMs })

  /**
   * In this process all who need an account's next credential wait for the same; nobody's going
   * away ends that.
   */
  const renewed = async (
    project: Project,
    chosen: ChosenAccount,
    trace: TraceContext | undefined,
  ): Promise<ChosenAccount> => {
    const { id, version } = chosen.account
    const underWay = await renewing.get(id)
    if (underWay && underWay.account.version > version)
      return { ...underWay, authConfig: chosen.authConfig }
    const begun =
      renewing.get(id) ??
      renewCredential({ ...parts, trace }, project, chosen).finally(() => renewing.delete(id))
    renewing.set(id, begun)
    return begun
  }

  const expire = async (
    project: Project,
    { account }: ChosenAccount,
    trace: TraceContext | undefined,
  ): Promise<never> => {
    const reason = `The credential ended at ${account.expiresAt ?? ''}, and the account holds nothing to renew it with`
    await parts.database.transaction(async (transaction) => {
      if (
        !(await renewalStore(transaction).expire(account, {
          status_reason: reason,
          updated_at: parts.clock.now().toISOString(),
        }))
      )
        return
      await parts.events.publish(transaction, {
        type: 'account.expired',
        scope: project.id,
        data: { id: account.id },
        trace,
      })
    })
    throw new CredentialError('lost', `The connected account ${account.id} is EXPIRED: ${reason}`)
  }

  return {
    ready: async (project, chosen, trace) => {
      const now = parts.clock.now()
      if (!isDue(chosen.account, now)) return chosen
      if (!isRenewable(chosen))
        return isOver(chosen.account, now) ? expire(project, chosen, trace) : chosen
      try {
        return await renewed(project, chosen, trace)
      } catch (error) {
        if (
          error instanceof CredentialError &&
          error.kind !== 'lost' &&
          !isOver(chosen.account, parts.clock.now())
        )
          return chosen
        throw error
      }
    },
    renew: async (project, chosen, trace) => {
      if (!isRenewable(chosen) || refused.has(nameOf(chosen))) return undefined
      try {
        return await renewed(project, chosen, trace)
      } catch (error) {
        if (error instanceof CredentialError && error.kind === 'unavailable') return undefined
        throw error
      }
    },
    noteRefused: (chosen) => void refused.set(nameOf(chosen), true),
    finish: async () => {
      stopping.abort()
      await Promise.allSettled(renewing.values())
    },
  }
}

const nameOf = ({ account }: ChosenAccount): string => `${account.id} ${account.version}`
