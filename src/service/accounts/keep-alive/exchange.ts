import { setTimeout as sleep } from 'node:timers/promises'
import type { Granted } from '../../auth-schemes/index.ts'
import type { Project, RecordActivity } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { DatabaseUnavailableError, type Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import { publicMessage } from '../../platform/public-error.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import { encryptValues, toGrantColumns } from '../account-row.ts'
import type { ChosenAccount } from '../account.ts'
import type { Revocations } from '../revocation.ts'
import type { Lease } from './lease.ts'
import { recordFailure } from './record-failure.ts'
import { requestRenewal, withGrant } from './renewal-request.ts'
import { renewalStore } from './store.ts'

export type ExchangeParts = {
  database: Database
  events: Events
  outbound: Outbound
  revocations: Revocations
  clock: Clock
  recordActivity: RecordActivity
  /** Counts the requests to providers. */
  count: (labels: { outcome: 'success' | 'error' }) => void
  /** Of the call that needs the credential. */
  trace?: TraceContext | undefined
}

/**
 * Asks the provider once, under a lease, and writes down what came of it before anybody uses it.
 *
 * `undefined`: the lease was lost meanwhile, so what holds now must be read again. Throws a
 * `CredentialError`.
 */
export const exchange = async (
  parts: ExchangeParts,
  project: Project,
  chosen: ChosenAccount,
  lease: Lease,
): Promise<ChosenAccount | undefined> => {
  const startedAt = performance.now()
  const note = (outcome: 'success' | 'error', text?: string) => {
    const { id, userId, toolkit } = chosen.account
    parts.count({ outcome })
    parts.recordActivity(project, {
      type: 'refresh',
      outcome,
      text: text ?? null,
      subject_id: id,
      connected_account_id: id,
      user_id: userId,
      toolkit,
      duration_ms: Math.round(performance.now() - startedAt),
    })
  }
  let granted: Granted
  try {
    granted = await requestRenewal(parts, chosen)
    note('success')
  } catch (error) {
    note('error', publicMessage(error, 'The renewal failed in an unexpected way'))
    return recordFailure(parts, project, chosen, lease, error)
  }
  return storeGrant(parts, project, chosen, lease, granted)
}

/**
 * Before each further try: a database that restarts is back after some seconds, and the old
 * credential is spent.
 */
const pausesMs = [200, 1_000, 3_000, 8_000]

/**
 * Stores a credential just granted; `undefined` when the account was deleted, or somebody else's
 * credential has its place.
 */
const storeGrant = async (
  parts: ExchangeParts,
  project: Project,
  chosen: ChosenAccount,
  lease: Lease,
  granted: Granted,
): Promise<ChosenAccount | undefined> => {
  const at = parts.clock.now()
  const renewed = withGrant(chosen, granted, at)
  const { account, authConfig } = renewed
  const encrypted = encryptValues(project, account.id, account.values)
  const isStored = await patiently(() =>
    parts.database.transaction(async (transaction) => {
      const store = renewalStore(transaction)
      if (
        await store.endLease(account.id, lease.owner, {
          values: encrypted,
          ...toGrantColumns({ at, expiresAt: granted.expiresAt }),
          status_reason: null,
          updated_at: at.toISOString(),
        })
      )
        return true
      // Nobody will ever use it. Of an account that exists nothing is revoked: providers may end
      // its other credentials too.
      if (!(await store.find(project.id, account.id)))
        await parts.revocations.enqueue(transaction, project, {
          accountId: account.id,
          authConfig,
          values: encrypted,
        })
      return false
    }),
  )
  return isStored ? renewed : undefined
}

const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      await sleep(pauseMs)
    }
  }
  return work()
}
