import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { authConfigs } from './auth-configs.ts'
import { deliveries } from './deliveries.ts'
import { logs } from './logs.ts'
import { mcp } from './mcp.ts'
import { projects } from './projects.ts'
import { sessions } from './sessions.ts'
import { triggers } from './triggers.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

/** The resources that have commands of their own; `plugboard api` calls the other operations. */
export const resources = {
  projects,
  accounts,
  users,
  authConfigs,
  sessions,
  approvals,
  logs,
  triggers,
  webhooks,
  deliveries,
  mcp,
}
