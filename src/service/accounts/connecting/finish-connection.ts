import type { Granted } from '../../auth-schemes/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Project } from '../../projects/project.ts'
import { activate } from '../activate.ts'
import { linkStore } from '../store.ts'
import { Undone, unlessUndone } from '../undone.ts'
import { withoutNull } from '../without-null.ts'
import { awaitConfirmation } from './confirmation.ts'

type Parts = { database: Database; events: Events; clock: Clock }

/** The end of a connection: the account is ACTIVE, or waits for its project, which then needs the code. */
export type Finished = { confirmationCode?: string }

/** Uses up the link and makes its account ACTIVE, both or neither; `undefined` when the link was used, or the account deleted, meanwhile. */
export const finishConnection = (parts: Parts, project: Project, of: { accountId: string; linkId: string }, granted: Granted): Promise<Finished | undefined> =>
  unlessUndone(
    parts.database.transaction(async (transaction) => {
      const now = parts.clock.now()
      const settle = project.config.require_connection_confirmation ? waitForProject : becomeActive
      // The account before the link, as whoever deletes an account locks them.
      const finished = await settle(parts, transaction, project, of.accountId, { ...granted, values: withoutNull(granted.values) }, now)
      if (finished && !(await linkStore(transaction).use(of.linkId, now.toISOString()))) throw new Undone('The link was used at the same time')
      return finished
    }),
  )

type Settle = (parts: Parts, transaction: Handle, project: Project, id: string, granted: Granted, now: Date) => Promise<Finished | undefined>

const waitForProject: Settle = async (_parts, transaction, project, id, granted, now) => {
  const confirmationCode = await awaitConfirmation(transaction, project, id, granted, now)
  return confirmationCode === undefined ? undefined : { confirmationCode }
}

const becomeActive: Settle = async ({ events }, transaction, project, id, granted, now) => {
  if (!(await activate(transaction, project, id, granted, now))) return undefined
  await events.publish(transaction, { type: 'account.active', scope: project.id, data: { id } })
  return {}
}
