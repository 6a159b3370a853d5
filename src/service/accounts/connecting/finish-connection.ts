import type { LinkConfirmation } from '../../../contract/connected-accounts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { activate } from '../activate.ts'
import type { InspectedGrant } from '../inspection.ts'
import { linkStore } from '../store.ts'
import { SupersededError, ignoreSuperseded } from '../superseded.ts'
import { withoutNull } from '../without-null.ts'
import { awaitConfirmation } from './confirmation.ts'
import { choiceStore } from './store.ts'

type Parts = { database: Database; events: Events; clock: Clock }

/**
 * The end of a connection: the account is ACTIVE, or waits for its project, which then needs the
 * code.
 */
type Finished = { confirmationCode?: string }

/** `confirmation` null: the account needs none. */
type Finishing = { accountId: string; linkId: string; confirmation: LinkConfirmation | null }

/**
 * Uses up the link and makes its account ACTIVE, both or neither; `undefined` when the link was
 * used, or the account deleted, meanwhile.
 */
export const finishConnection = (
  parts: Parts,
  project: Project,
  of: Finishing,
  granted: InspectedGrant,
): Promise<Finished | undefined> =>
  ignoreSuperseded(
    parts.database.transaction(async (transaction) => {
      const now = parts.clock.now()
      const held = { ...granted, values: withoutNull(granted.values) }
      // Locks the account before the link, in the order of a deletion, to avoid a deadlock.
      const finished = await settle(parts, transaction, project, of, held, now)
      if (finished && !(await linkStore(transaction).use(of.linkId, now.toISOString())))
        throw new SupersededError('The link was used at the same time')
      if (finished) await choiceStore(transaction).deleteOf(of.accountId)
      return finished
    }),
  )

const settle = async (
  { events }: Parts,
  transaction: Handle,
  project: Project,
  { accountId: id, confirmation }: Finishing,
  granted: InspectedGrant,
  now: Date,
): Promise<Finished | undefined> => {
  if (confirmation) {
    const confirmationCode = await awaitConfirmation(transaction, project, {
      id,
      confirmation,
      granted,
      now,
    })
    return confirmationCode === undefined ? undefined : { confirmationCode }
  }
  if (!(await activate(transaction, project, id, granted, now))) return undefined
  await events.publish(transaction, { type: 'account.active', scope: project.id, data: { id } })
  return {}
}
