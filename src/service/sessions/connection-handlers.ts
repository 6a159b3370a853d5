import type { sessionConnections } from '../../contract/session-connections.ts'
import { toLinkResponse, type Accounts, type Links } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { SendThroughProxy } from '../execution/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Handlers } from '../endpoint/index.ts'
import { linkInSession, proxyTargetOf } from './connections.ts'
import type { Sessions } from './session.ts'

type Parts = {
  sessions: Sessions
  accounts: Accounts
  authConfigs: AuthConfigs
  links: Links
  clock: Clock
  sendThroughProxy: SendThroughProxy
}

/** Operations on the connections of a session's user. */
export const sessionConnectionHandlers = (parts: Parts): Handlers<typeof sessionConnections> => ({
  link: async ({ params, body }, { project }) => {
    const session = await parts.sessions.open(project, params.session_id)
    const link = await linkInSession(parts, session, {
      toolkit: body.toolkit,
      callbackUrl: body.callback_url,
      confirmation: body.confirmation,
    })
    return { status: 201, body: { ...toLinkResponse(link), expires_at: link.expiresAt } }
  },
  proxyExecute: async ({ params, body }, { project }, { signal, trace }) => {
    const session = await parts.sessions.open(project, params.session_id)
    const target = await proxyTargetOf(parts, session, body.toolkit_slug, body.account)
    return {
      status: 200,
      body: await parts.sendThroughProxy({
        project,
        target,
        request: body,
        sessionId: session.id,
        signal,
        trace,
      }),
    }
  },
})
