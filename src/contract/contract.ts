import { authConfigs } from './auth-configs.ts'
import { connectedAccounts } from './connected-accounts.ts'
import { description } from './description.ts'
import { files } from './files.ts'
import { logs } from './logs.ts'
import { mcp } from './mcp.ts'
import { migration } from './migration.ts'
import { projects } from './projects.ts'
import { sessions } from './sessions.ts'
import { toolkits } from './toolkits.ts'
import { tools } from './tools.ts'
import { triggerInstances, triggerTypes } from './triggers.ts'
import { webhookDeliveries, webhookSubscriptions } from './webhooks.ts'

/** Version prefix of every path. */
export const basePath = '/api/v3'

/** The whole interface: resource -> operation. */
export const contract = {
  authConfigs,
  connectedAccounts,
  description,
  files,
  logs,
  mcp,
  migration,
  projects,
  sessions,
  toolkits,
  tools,
  triggerInstances,
  triggerTypes,
  webhookDeliveries,
  webhookSubscriptions,
}

export type Contract = typeof contract
