import type { Granted } from '../../auth-schemes/index.ts'
import type { ConnectOutcome } from '../connecting.ts'
import { awaitChoice, type CameWith } from './await-choice.ts'
import { completeConnection } from './complete-connection.ts'
import type { ConnectingParts } from './connecting-parts.ts'
import type { OpenLink } from './open-link.ts'

/**
 * Asks the API about what was granted. Ends the connection, or leaves it to its user to go on.
 * `onRefused`: how a connection ends that the API does not accept.
 */
export const settleGrant = async (
  parts: ConnectingParts,
  found: OpenLink,
  { values: given, expiresAt }: Granted,
  cameWith: CameWith,
  onRefused: (message: string) => Promise<ConnectOutcome>,
): Promise<ConnectOutcome> => {
  const { project, authConfig, account } = found
  const inspection = await parts.inspectAccount(project, {
    authConfig,
    values: given,
    former: account.values,
  })
  switch (inspection.kind) {
    case 'accepted':
      return completeConnection(parts, found, { ...inspection, expiresAt })
    case 'refused':
      return onRefused(inspection.message)
    case 'unanswered': {
      const { values, message: problem } = inspection
      return awaitChoice(parts, found, { values, expiresAt, choosing: null, problem }, cameWith)
    }
    case 'choice': {
      const { values, choosing } = inspection
      return awaitChoice(parts, found, { values, expiresAt, choosing, problem: null }, cameWith)
    }
    default:
      return inspection satisfies never
  }
}
