import { hashToken } from '../../platform/secrets/index.ts'
import type { ChoiceView, ConnectOutcome } from '../connecting.ts'
import { linkStore } from '../store.ts'
import { waitingOf, type Waiting } from './choice-row.ts'
import { rejectGrant } from './complete-connection.ts'
import { toView } from './connect-view.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import { lapseGrant } from './lapse-grant.ts'
import { isUsed, withParts, type OpenLink } from './open-link.ts'
import { settleGrant } from './settle-grant.ts'
import { choiceStore, type ChoiceRow } from './store.ts'

/** What a link waits for, with everything that hangs on it. */
type FoundChoice = { found: OpenLink; row: ChoiceRow; waiting: Waiting }

/** `undefined` where the link leads to no question. */
export const findChoice = async (
  parts: ConnectingParts,
  token: string,
): Promise<FoundChoice | undefined> => {
  const row = await choiceStore(parts.database.handle).findByToken(hashToken(token))
  if (!row || row.expires_at <= parts.clock.now().toISOString()) return undefined
  const link = await linkStore(parts.database.handle).find(row.link_id)
  const found = link && (await withParts(parts, link))
  if (!found || isUsed(found)) return undefined
  const waiting = waitingOf(found.project, row)
  return waiting && { found, row, waiting }
}

export const toChoiceView = ({ found, row, waiting }: FoundChoice): ChoiceView => ({
  ...toView(found),
  expiresAt: row.expires_at,
  what: waiting.choosing?.what ?? [],
  choices: waiting.choosing?.choices ?? [],
  left: waiting.choosing?.left ?? 0,
  problem: waiting.problem,
})

/**
 * The user chose, `again` where the API shall be asked again, or `other` to begin anew with another
 * account.
 */
export const takeChoice = async (
  parts: ConnectingParts,
  choice: FoundChoice,
  { token, browser, answer }: { token: string; browser: string; answer: string },
): Promise<ConnectOutcome> => {
  const { found, row, waiting } = choice
  const browserHash = hashToken(browser)
  if (row.browser_hash !== browserHash) return { kind: 'dead', why: 'elsewhere' }
  if (answer === 'other') {
    await forget(parts, choice)
    return { kind: 'waiting', token }
  }
  const chosen = /^\d{1,3}$/.test(answer) ? waiting.choosing?.choices[Number(answer)] : undefined
  if (waiting.choosing && !chosen)
    return {
      kind: 'unchosen',
      view: { ...toChoiceView(choice), problem: 'Choose one of these' },
    }
  const granted = { ...waiting, values: { ...waiting.values, ...chosen?.values } }
  const retryToken = found.link.expires_at > parts.clock.now().toISOString() ? token : null
  return settleGrant(parts, found, granted, { token, browserHash }, async (message) => {
    const outcome = await rejectGrant(parts, found, { granted, message, retryToken })
    await choiceStore(parts.database.handle).delete(row)
    return outcome
  })
}

/** The account waits for its user again, as before. */
const forget = (parts: ConnectingParts, { found, row, waiting }: FoundChoice): Promise<void> =>
  lapseGrant(
    parts,
    found.project,
    {
      accountId: row.connected_account_id,
      granted: waiting,
      remove: (transaction) => choiceStore(transaction).delete(row),
    },
    { from: ['INITIATED'], to: 'INITIATED', reason: null },
  )
