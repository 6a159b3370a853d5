import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { nameOfOwner, type Accounts } from '../../accounts/index.ts'
import { isNoAuth } from '../../catalog/index.ts'
import { accountsOfSession, isUsable } from '../session-accounts.ts'
import type { OpenSession } from '../session.ts'
import { metaTool } from './meta-tool.ts'

const pauseMs = 1000

export const waitForConnections = (parts: { accounts: Accounts }) =>
  metaTool({
    slug: 'SVC_WAIT_FOR_CONNECTIONS',
    name: 'Wait for connections',
    description:
      'Waits until the user has connected all of these services. Call it after you gave the user the links of SVC_MANAGE_CONNECTIONS. Answers for each whether it is connected; when the time is over, remind the user and wait again.',
    tags: ['readOnlyHint', 'idempotentHint'],
    isInForce: ({ manage_connections }) => manage_connections.enable_wait_for_connections === true,
    input: z.object({
      toolkits: z.array(z.string().min(1).max(64)).min(1).max(20).describe('Toolkit slugs'),
      timeout_seconds: z.number().min(1).max(300).default(120).describe('How long to wait at most'),
    }),
    run: async (session, { toolkits, timeout_seconds: seconds }, { signal }) => {
      const slugs = [...new Set(toolkits.map((slug) => slug.toLowerCase()))]
      const unknown = slugs.filter((slug) => !session.toolkits.has(slug))
      if (unknown.length > 0)
        return {
          data: { unknown },
          error: `The session has no toolkit ${unknown.map((slug) => `"${slug}"`).join(', ')}`,
        }
      const results = await poll(
        parts.accounts,
        session,
        slugs,
        AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
      )
      const missing = results.filter(({ connected }) => !connected).map(({ toolkit }) => toolkit)
      const hint =
        session.config.manage_connections.confirmation === 'code'
          ? ' Where its page showed the user a code, give that to SVC_MANAGE_CONNECTIONS as `confirm`.'
          : ''
      return {
        data: { results },
        error:
          missing.length === 0
            ? null
            : `Not connected after ${seconds} seconds: ${missing.join(', ')}. Remind the user of the link, then wait again.${hint}`,
      }
    },
  })

type Connected = {
  toolkit: string
  connected: boolean
  connected_account_id?: string
  /** Whose account it is, as the API said. */
  owner?: string
}

/** Returns the connections when all are active, or when the signal ends the wait. */
const poll = async (
  accounts: Accounts,
  session: OpenSession,
  slugs: string[],
  signal: AbortSignal,
): Promise<Connected[]> => {
  for (;;) {
    const results = await look(accounts, session, slugs)
    if (signal.aborted || results.every(({ connected }) => connected)) return results
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

const look = async (
  accounts: Accounts,
  session: OpenSession,
  slugs: string[],
): Promise<Connected[]> => {
  const own = await accounts.listOfUser(session.project, session.config.user_id, slugs)
  return slugs.map((slug) => {
    const toolkit = session.toolkits.get(slug)
    if (toolkit && isNoAuth(toolkit)) return { toolkit: slug, connected: true }
    const usable = accountsOfSession(session, slug, own).find(isUsable)
    if (!usable) return { toolkit: slug, connected: false }
    const owner = nameOfOwner(usable.account.identity)
    return {
      toolkit: slug,
      connected: true,
      connected_account_id: usable.account.id,
      ...(owner !== undefined && { owner }),
    }
  })
}
