import type { Accounts } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import { isNoAuth, type Catalog } from '../catalog/index.ts'
import { chooseAuthConfig } from './offer-link.ts'
import type { Clock } from '../platform/clock.ts'
import type { OpenSession } from './open-session.ts'
import { accountsOfSession, isUsable } from './session-accounts.ts'

type Parts = {
  accounts: Pick<Accounts, 'listOfUser'>
  authConfigs: AuthConfigs
  catalog: Pick<Catalog, 'namesOf'>
  clock: Clock
}

/**
 * The toolkits of which the session's user may run only certain tools, with these tools: the
 * restrictions of every account that a call can use or, before an account exists, of the auth
 * config that a new one would use.
 */
export const listExecutable = async (
  { accounts, authConfigs, catalog, clock }: Parts,
  session: OpenSession,
): Promise<Map<string, Set<string>>> => {
  const restricted = (await authConfigs.listRestrictedToolkits(session.project)).filter((slug) => {
    const toolkit = session.toolkits.get(slug)
    return toolkit && !isNoAuth(toolkit)
  })
  const executable = new Map<string, Set<string>>()
  if (restricted.length === 0) return executable
  const own = await accounts.listOfUser(session.project, session.config.user_id, restricted)
  for (const slug of restricted) {
    const usable = accountsOfSession(session, slug, own)
      .filter(isUsable)
      .map(({ authConfig }) => authConfig)
    const inForce =
      usable.length > 0 ? usable : [await chooseAuthConfig({ authConfigs, clock }, session, slug)]
    const allowed = inForce.map((config) => config?.settings.toolsAvailableForExecution ?? [])
    if (!allowed.every((tools) => tools.length > 0)) continue
    const names = await catalog.namesOf(session.project, allowed.flat())
    executable.set(slug, new Set([...names.values()].flat()))
  }
  return executable
}
