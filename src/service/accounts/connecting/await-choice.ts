import { hashToken } from '../../platform/secrets/index.ts'
import { waitingStatuses } from '../account-row.ts'
import type { ConnectOutcome } from '../connecting.ts'
import { accountStore } from '../store.ts'
import { encryptWaiting, type Waiting } from './choice-row.ts'
import { concludeInVain } from './complete-connection.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import type { OpenLink } from './open-link.ts'
import { choiceStore } from './store.ts'

/** The link that its user came with, and the browser that they came with. */
export type CameWith = { token: string; browserHash: string }

/** Who comes back at the last minute has this much time to choose. */
const leastLifetimeMs = 10 * 60_000

/**
 * Keeps what was granted until its user has chosen, or the API can be asked: the link then leads to
 * the question.
 */
export const awaitChoice = async (
  parts: ConnectingParts,
  found: OpenLink,
  waiting: Waiting,
  { token, browserHash }: CameWith,
): Promise<ConnectOutcome> => {
  const { project, account, link } = found
  const now = parts.clock.now()
  const waits = await parts.database.transaction(async (transaction) => {
    const isWaiting = await accountStore(transaction).updateIn(
      project.id,
      account.id,
      waitingStatuses,
      {
        status: 'INITIATED',
        status_reason: waiting.choosing
          ? `The account waits for its user to choose: ${waiting.choosing.what.join(', ')}`
          : waiting.problem,
        updated_at: now.toISOString(),
      },
    )
    if (!isWaiting) return false
    await choiceStore(transaction).put({
      connected_account_id: account.id,
      project_id: project.id,
      link_id: link.id,
      token_hash: hashToken(token),
      browser_hash: browserHash,
      secrets: encryptWaiting(project, account.id, waiting),
      created_at: now.toISOString(),
      expires_at: new Date(
        Math.max(Date.parse(link.expires_at), now.getTime() + leastLifetimeMs),
      ).toISOString(),
    })
    return true
  })
  return waits ? { kind: 'waiting', token } : concludeInVain(parts, found, waiting)
}
