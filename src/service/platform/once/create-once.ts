import { dayMs, toleranceMs, type Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import { createId } from '../ids.ts'
import type { HeldClaim, Once, OwnClaim } from './once.ts'
import { onceStore, type OnceRow } from './store.ts'
import { watchCancellations } from './watch-cancellations.ts'

const leaseMs = 30_000
const renewMs = 10_000
/** How much clocks of nodes may differ. */
const skewMs = 20_000
/** How long work that was cancelled before it began stays prevented on every node. */
const preventMs = 10_000

/**
 * Prevents work from being done twice.
 *
 * A claim is one row, inserted before the work begins. Its holder renews a lease of 30 seconds.
 * After an expired lease it is unknown what happened, so the work is not repeated. Clocks of nodes
 * may differ by 20 seconds; with a larger difference, running work only appears to be abandoned
 * until it ends, and prevented work may begin sooner.
 *
 * @example
 * const claim = await once.claim({ scope: 'tenant_1', name: 'invoice 17', digest: digestOf(invoice) })
 * if (claim.state === 'claimed') await claim.finish(await send(invoice))
 */
export const createOnce = (
  database: Database,
  { clock, keptMs = dayMs }: { clock: Clock; keptMs?: number },
): Once => {
  const store = onceStore(database.handle)
  const holdings = watchCancellations(store)
  const inFuture = (milliseconds: number) =>
    new Date(clock.now().getTime() + milliseconds).toISOString()

  /** A lease has ended until now; one that ends later than any can was made by a wrong clock. */
  const ended = () => ({ now: inFuture(0), latest: inFuture(leaseMs + toleranceMs) })
  const isOver = ({ lease_until: until }: Pick<OnceRow, 'lease_until'>): boolean => {
    const { now, latest } = ended()
    return until <= now || until > latest
  }

  const hold = (name: string, owner: string): OwnClaim => {
    // The next renewal makes up for one that fails; the lease lasts long enough.
    const renewal = setInterval(
      () => void store.extendLease(name, owner, inFuture(leaseMs)).catch(() => {}),
      renewMs,
    ).unref()
    const end = async (write: () => Promise<unknown>) => {
      clearInterval(renewal)
      holdings.release(owner)
      await write()
    }
    return {
      state: 'claimed',
      signal: holdings.hold(name, owner),
      finish: (outcome) => end(() => store.finish(name, owner, outcome)),
      release: () => end(() => store.delete(name, owner)),
      abandon: () => end(() => store.extendLease(name, owner, inFuture(0))),
    }
  }

  const toRow = (
    work: {
      scope: string
      name: string
      subject?: string | undefined
      about?: string | undefined
    },
    digest: string,
    keptMs: number,
  ): OnceRow => ({
    name: work.name,
    scope: work.scope,
    digest,
    subject: work.subject ?? null,
    about: work.about ?? null,
    cancelled_at: null,
    owner: createId(''),
    lease_until: inFuture(leaseMs),
    outcome: null,
    created_at: inFuture(0),
    expires_at: inFuture(keptMs),
  })

  /** The row of a name, after the insertion of another one failed; undefined if that may succeed now. */
  const findHeld = async (name: string): Promise<OnceRow | undefined> => {
    const known = await store.find(name)
    if (known && known.expires_at > inFuture(0)) return known
    // It was released just now, or has expired.
    if (known) await store.delete(name, known.owner)
    return undefined
  }

  const describe = (row: OnceRow, digest: string): HeldClaim => {
    if (row.digest === '')
      return { state: 'prevented', forMs: Date.parse(row.expires_at) - clock.now().getTime() }
    if (row.digest !== digest) return { state: 'different' }
    if (row.outcome !== null) return { state: 'finished', outcome: row.outcome }
    if (!isOver(row))
      return { state: 'running', forMs: clock.now().getTime() - Date.parse(row.created_at) }
    return { state: 'unknown' }
  }

  const hasEnded = (row: OnceRow): boolean =>
    row.digest !== '' && (row.outcome !== null || isOver(row))

  return {
    claim: async ({ digest, mayRunAgain, ...work }) => {
      for (;;) {
        const row = toRow(work, digest, keptMs)
        if (await store.insert(row)) return hold(row.name, row.owner)
        const known = await findHeld(row.name)
        if (!known) continue
        if (!mayRunAgain || !hasEnded(known)) return describe(known, digest)
        await store.delete(known.name, known.owner)
      }
    },
    listUnknown: async (limit) => {
      const rows = await store.listUnknown(ended(), limit)
      return rows.map(({ name, scope, subject, about = null, created_at, expires_at }) => ({
        name,
        scope,
        subject,
        about,
        startedAt: created_at,
        expiresAt: expires_at,
      }))
    },
    resolveUnknown: (name, outcome) =>
      outcome === undefined
        ? store.deleteUnknown(name, ended())
        : store.finishUnknown(name, ended(), outcome),
    cancel: async (work) => {
      for (;;) {
        if (await store.insert(toRow(work, '', preventMs + skewMs))) return 'prevented'
        const known = await findHeld(work.name)
        if (!known) continue
        if (known.subject !== (work.subject ?? null)) return 'other'
        if (known.digest === '') return 'prevented'
        if (known.outcome !== null) return 'finished'
        if (isOver(known)) return 'unknown'
        if (!(await store.cancel(known.name, known.owner, inFuture(0)))) continue
        holdings.cancel(known.owner)
        return 'cancelling'
      }
    },
  }
}
