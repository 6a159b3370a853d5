import { z } from 'zod'
import { mapOf } from './map-of.ts'
import {
  authConfigId,
  callbackUrl,
  connectedAccountId,
  maximumToolkits,
  maximumTools,
  toolkitSlug,
  toolSlug,
  userId,
} from './common.ts'
import { linkConfirmation } from './connected-accounts.ts'
import { approvalProof } from './session-approvals.ts'
import { experimentalRequest } from './session-custom-tools.ts'

/** MCP annotation hints, which tools have as tags and sessions filter by. */
export const toolHint = z.enum([
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
])
export type ToolHint = z.infer<typeof toolHint>

// Rules are strict: ignoring an unknown field could allow what the rule should forbid (rule 1.5).
const allowOrDeny = <T extends z.ZodType>(list: T) =>
  z.strictObject({
    enable: list.optional(),
    disable: list.optional(),
    enabled: list.optional(),
    disabled: list.optional(),
  })

const toolkitList = z.array(toolkitSlug).max(maximumToolkits)
const toolkitRule = z.union([toolkitList, allowOrDeny(toolkitList)])

// Hints may be repeated; there are four.
const hintList = z.array(toolHint).max(20)
const tagRule = z.union([hintList, allowOrDeny(hintList)])

const toolList = z.array(toolSlug).max(maximumTools)
const toolRule = z.union([toolList, allowOrDeny(toolList).extend({ tags: tagRule.optional() })])

const accountIds = z.array(connectedAccountId).min(1).max(1_000)

const manageConnections = z.union([
  z.boolean(),
  z.object({
    enable: z.boolean().nullish(),
    enabled: z.boolean().nullish(),
    callback_url: callbackUrl.optional(),
    enable_wait_for_connections: z.boolean().nullish(),
    confirmation: linkConfirmation
      .nullish()
      .describe('For links that the agent shows, and for `link` without its own. Null resets it'),
  }),
])

const workbench = z.object({
  enable: z.boolean().optional(),
  enable_proxy_execution: z.boolean().optional(),
  proxy_execution_enabled: z.boolean().optional(),
  auto_offload_threshold: z.number().int().min(1).optional().describe('Characters'),
})

const approvals = z.strictObject({
  tags: hintList.optional().describe('Tools with one of these hints need an approval'),
  tools: toolList.optional().describe('These tools need an approval'),
  offer_links: z
    .boolean()
    .optional()
    .describe(
      'Whether pending calls have a page on which their user decides. False: none, so only a key of the project decides. True: every MCP client gets its address, ' +
        'even if a model reads it. Default: clients that open pages get it (URL elicitation); others get a page that asks for a code or a sign-in if the project has set one up, otherwise none',
    ),
  proof: approvalProof
    .optional()
    .describe(
      'The minimum proof that the page requires: `link` only its address, `code` the code in the event svc.approval.requested, `ticket` a sign-in with the project. ' +
        'Default: `link` for addresses that only a browser or a key of the project receives, `code` for those that a model reads',
    ),
})

const answers = z.object({
  paging: z
    .boolean()
    .optional()
    .describe(
      'Whether an answer says that it has more pages, and how to get the next. Default: true',
    ),
  select: z
    .boolean()
    .optional()
    .describe(
      'Whether tools that an agent gets have an additional argument that selects parts of the answer; it is never sent to the third party. Default: false',
    ),
  offload: z
    .boolean()
    .optional()
    .describe(
      'Whether an answer above `workbench.auto_offload_threshold` is stored and answered as a preview with a handle. Default: true',
    ),
})

const settings = {
  toolkits: toolkitRule.describe('Allow list, or `{enable}` / `{disable}`'),
  auth_configs: mapOf(toolkitSlug, authConfigId, maximumToolkits),
  connected_accounts: mapOf(
    toolkitSlug,
    z.union([connectedAccountId, accountIds]),
    maximumToolkits,
  ),
  manage_connections: manageConnections,
  tools: mapOf(toolkitSlug, toolRule, maximumToolkits),
  tags: tagRule,
  workbench,
  approvals: approvals.describe('Calls that a person must confirm before they are made'),
  multi_account: z.object({ require_explicit_selection: z.boolean().optional() }),
  answers: answers.describe('How the answers of tools are shown'),
}

const idleDays = z
  .number()
  .int()
  .min(1)
  .max(3650)
  .describe(
    'How many days without use end the session; default: as the service says, which also limits how long a session can live at all',
  )

export const sessionRequest = z.object({
  user_id: userId,
  ...z.object(settings).partial().shape,
  expires_after_days: idleDays.optional(),
  experimental: experimentalRequest.optional().describe('Unstable'),
})
export type SessionRequest = z.output<typeof sessionRequest>

const change = <T extends z.ZodType>(setting: T) => setting.nullish().describe('Null resets it')

export const sessionChanges = z.object({
  if_config_version: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Refuse the change (409) unless this is the `config_version` of the session'),
  toolkits: change(settings.toolkits),
  auth_configs: change(settings.auth_configs),
  connected_accounts: change(settings.connected_accounts),
  manage_connections: change(settings.manage_connections),
  tools: change(settings.tools),
  tags: change(settings.tags),
  workbench: change(settings.workbench),
  approvals: change(settings.approvals),
  multi_account: change(settings.multi_account),
  answers: change(settings.answers),
  expires_after_days: change(idleDays),
  experimental: experimentalRequest
    .optional()
    .describe(
      'Unstable. A supplied list replaces the custom tools or toolkits of the session; `attach` adds to them',
    ),
})
export type SessionChanges = z.output<typeof sessionChanges>

const enabledOrDisabled = <T extends z.ZodType>(item: T) =>
  z.object({ enabled: z.array(item).optional(), disabled: z.array(item).optional() })

export const sessionConfig = z.object({
  user_id: z.string(),
  toolkits: enabledOrDisabled(z.string()).optional(),
  auth_configs: z.record(z.string(), z.string()).optional(),
  connected_accounts: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  manage_connections: z.object({
    enabled: z.boolean(),
    callback_url: z.string().optional(),
    enable_wait_for_connections: z.boolean().optional(),
    confirmation: linkConfirmation.optional(),
  }),
  tools: z
    .record(
      z.string(),
      enabledOrDisabled(z.string()).extend({ tags: enabledOrDisabled(toolHint).optional() }),
    )
    .optional(),
  tags: enabledOrDisabled(toolHint).optional(),
  workbench: z.object({
    enable: z.boolean(),
    proxy_execution_enabled: z.boolean(),
    auto_offload_threshold: z.number(),
  }),
  approvals: z
    .object({
      tags: z.array(toolHint).optional(),
      tools: z.array(z.string()).optional(),
      offer_links: z.boolean().optional(),
      proof: approvalProof.optional(),
    })
    .optional(),
  multi_account: z.object({ require_explicit_selection: z.boolean() }).optional(),
  answers: z.object({ paging: z.boolean(), select: z.boolean(), offload: z.boolean() }).optional(),
})
export type SessionConfig = z.infer<typeof sessionConfig>
