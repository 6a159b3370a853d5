import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'

const firstDelayMs = 250
const longestDelayMs = 2000

/**
 * Waits until an account is ACTIVE. Throws if it can no longer become active, or at the deadline.
 * The signal ends the pause between two polls.
 */
export const waitForAccount = async (
  client: Client,
  id: string,
  deadline: number,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Client['connectedAccounts']['get']>>> => {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 1.3, longestDelayMs)) {
    const account = await client.connectedAccounts.get({ params: { nanoid: id } })
    const { status, status_reason } = account
    if (status === 'ACTIVE') return account
    if (status !== 'INITIATED' && status !== 'INITIALIZING') {
      throw new CliError(
        `The account ${id} was not connected: it is ${status}${status_reason === null ? '' : ` (${status_reason})`}`,
        { suggestedFix: 'Run the command again to make a new link' },
      )
    }
    if (Date.now() >= deadline)
      throw new CliError(
        status_reason === null
          ? `Nobody used the link to ${id} in time`
          : `The link to ${id} was used, and the connection was not completed in time: ${status_reason}`,
        { suggestedFix: 'Run the command again to make a new link' },
      )
    await wait(Math.max(1, Math.min(delayMs, deadline - Date.now())), undefined, { signal }).catch(
      () => undefined,
    )
  }
}
