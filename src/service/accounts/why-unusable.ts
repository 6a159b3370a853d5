import type { ChosenAccount } from './account.ts'

/** Why no call can be made with an account, after its name, and what would change that. */
type Unusable = {
  why: string
  suggestedFix: string
  /** Its user can connect it again. */
  canReconnect: boolean
}

/**
 * `undefined` where calls can be made with it; in a session only where its auth config is enabled
 * for sessions.
 */
export const whyUnusable = (
  { account, authConfig }: ChosenAccount,
  { forSession = false } = {},
): Unusable | undefined => {
  const no = (why: string, suggestedFix: string, canReconnect = false): Unusable => ({
    why,
    suggestedFix,
    canReconnect,
  })
  const authConfigPath = `PATCH /api/v3/auth_configs/${authConfig.id}`
  if (account.isDisabled)
    return no(
      'is switched off',
      `Switch it on with PATCH /api/v3/connected_accounts/${account.id}/status`,
    )
  if (account.status !== 'ACTIVE') {
    return no(
      `is ${account.status}`,
      `Renew it with POST /api/v3/connected_accounts/${account.id}/refresh, or name another account`,
      true,
    )
  }
  if (authConfig.status !== 'ENABLED')
    return no(
      `belongs to the auth config ${authConfig.id}, which is disabled`,
      `Enable it with ${authConfigPath}/ENABLED`,
    )
  if (forSession && !authConfig.settings.isEnabledForToolRouter) {
    return no(
      `belongs to the auth config ${authConfig.id}, which sessions may not use`,
      `Set is_enabled_for_tool_router with ${authConfigPath}`,
    )
  }
  return undefined
}
