import { LRUCache } from 'lru-cache'
import { entries } from '../../platform/entries.ts'
import { minuteMs } from '../../platform/clock.ts'
import { createId } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { Project } from '../../endpoint/index.ts'
import type { ChosenAccount } from '../account.ts'
import { CredentialError } from './credential-error.ts'
import type { ExchangeParts } from './exchange.ts'
import { expireEnded, expireRejected } from './expire.ts'
import { isRenewalDue, isExpired } from './expiry.ts'
import { renewCredential, type RenewalParts } from './renew-credential.ts'
import { isRenewable } from './renewal-request.ts'

/** Gives accounts whose credentials work. Refusals are `CredentialError`s. */
export type KeepAlive = {
  /**
   * The account as it may be used now: renewed first when its credential is about to end. Nearly
   * always it is not, and nobody has to wait.
   */
  ready(
    project: Project,
    chosen: ChosenAccount,
    trace?: TraceContext,
  ): ChosenAccount | Promise<ChosenAccount>
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
  /**
   * The account with another credential than this one, of which the API said that its user must
   * connect the account again: renewed, or stored meanwhile.
   *
   * An account that has nothing to renew it with, or was renewed for this call already, becomes
   * EXPIRED; that and a provider that cannot be reached now are `CredentialError`s.
   */
  replace(
    project: Project,
    chosen: ChosenAccount,
    refusal: { reason: string; wasRenewed: boolean },
    trace?: TraceContext,
  ): Promise<ChosenAccount>
  /** The API refused a credential that `renew` had just brought: another would not help either. */
  noteRefused(chosen: ChosenAccount): void
  /**
   * Begins nothing new and waits for what is under way: a credential that a provider has given must
   * not be lost.
   */
  finish(): Promise<void>
}

/** How long an API that refuses a fresh credential is believed. */
const refusedForMs = minuteMs

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
  const refused = new LRUCache<string, true>({ ...entries(10_000), ttl: refusedForMs })

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

  const renewedIfPossible: typeof renewed = async (project, chosen, trace) => {
    const now = parts.clock.now()
    if (!isRenewable(chosen))
      return isExpired(chosen.account, now)
        ? expireEnded({ ...parts, trace }, project, chosen)
        : chosen
    try {
      return await renewed(project, chosen, trace)
    } catch (error) {
      if (
        error instanceof CredentialError &&
        error.kind !== 'lost' &&
        !isExpired(chosen.account, parts.clock.now())
      )
        return chosen
      throw error
    }
  }

  return {
    ready: (project, chosen, trace) =>
      isRenewalDue(chosen.account, parts.clock.now())
        ? renewedIfPossible(project, chosen, trace)
        : chosen,
    renew: async (project, chosen, trace) => {
      if (!isRenewable(chosen) || refused.has(nameOf(chosen))) return undefined
      try {
        return await renewed(project, chosen, trace)
      } catch (error) {
        if (error instanceof CredentialError && error.kind === 'unavailable') return undefined
        throw error
      }
    },
    replace: async (project, chosen, { reason, wasRenewed }, trace) =>
      isRenewable(chosen) && !wasRenewed && !refused.has(nameOf(chosen))
        ? renewed(project, chosen, trace)
        : expireRejected({ ...parts, trace }, project, chosen, reason),
    noteRefused: (chosen) => void refused.set(nameOf(chosen), true),
    finish: async () => {
      stopping.abort()
      await Promise.allSettled(renewing.values())
    },
  }
}

const nameOf = ({ account }: ChosenAccount): string => `${account.id} ${account.version}`
