import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jsonInput } from './json-input.ts'
import { settingLimits } from './json-limits.ts'
import { projectEvents } from './project-events.ts'
import {
  authConfigId,
  connectedAccountId,
  jsonObject,
  page,
  pageQuery,
  queryBoolean,
  queryList,
  queryUserIds,
  timestamp,
  toolkitSlug,
  userId,
  toolkitVersions,
  triggerInstanceId,
  upperCaseSlug,
  withWarnings,
} from './common.ts'

/** An event source of a toolkit (spec 2.7). */
export const triggerType = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  type: z.enum(['webhook', 'poll']),
  toolkit: z.object({
    slug: z.string(),
    name: z.string().describe('Deprecated: use slug'),
    logo: z.string(),
  }),
  config: jsonObject.describe('JSON Schema of the configuration'),
  payload: jsonObject.describe('JSON Schema of the delivered data'),
  version: z.string(),
})

/** A trigger type set up for a connected account (rule 11.4). */
const triggerInstance = z.object({
  id: z.string(),
  uuid: z.string(),
  connected_account_id: z.string().nullable().describe('Null if the toolkit needs no account'),
  user_id: z
    .string()
    .nullable()
    .describe('User of the account; null if the toolkit needs no account'),
  trigger_name: z.string().describe('Slug of the trigger type'),
  trigger_config: jsonObject,
  state: jsonObject.describe('Position in the source; empty until it was read'),
  trigger_data: z
    .string()
    .nullable()
    .describe('State of the registration at the provider, as JSON text; null for polled types'),
  version: z.string().describe('Version of the toolkit that the instance was set up with'),
  disabled_at: timestamp.nullable(),
  updated_at: timestamp,
})
export type TriggerInstance = z.infer<typeof triggerInstance>

/** What an upsert answers (spec 2.8). */
const triggerInstanceReference = withWarnings(
  z.object({ trigger_id: z.string(), deprecated: z.object({ uuid: z.string() }) }),
)

const triggerName = z
  .string()
  .max(255)
  .regex(/^[0-9A-Za-z_-]{1,255}$/, 'must be the slug of a trigger type')
  .toUpperCase()

const errors = ['invalid_request', 'unauthorized', 'not_found', 'internal'] as const

export const triggerTypes = {
  list: endpoint({
    method: 'GET',
    path: '/triggers_types',
    summary: 'List trigger types',
    auth: 'project',
    query: z.object({
      toolkit_slugs: queryList(toolkitSlug).optional().describe('Only those of these toolkits'),
      toolkit_versions: toolkitVersions.optional(),
      ...pageQuery,
    }),
    cacheable: true,
    responses: { 200: page(triggerType) },
    errors,
  }),
  get: endpoint({
    method: 'GET',
    path: '/triggers_types/{slug}',
    summary: 'Get a trigger type',
    auth: 'project',
    params: z.object({ slug: upperCaseSlug }),
    query: z.object({ toolkit_versions: toolkitVersions.optional() }),
    cacheable: true,
    responses: { 200: triggerType },
    errors,
  }),
  enum: endpoint({
    method: 'GET',
    path: '/triggers_types/list/enum',
    summary: 'List the slugs of all trigger types',
    auth: 'project',
    cacheable: true,
    responses: { 200: z.array(z.string()) },
    errors: ['unauthorized', 'internal'],
  }),
}

export const triggerInstances = {
  upsert: endpoint({
    method: 'POST',
    path: '/trigger_instances/{slug}/upsert',
    summary: 'Create a trigger instance, or update the one with the same configuration',
    description:
      'Instances match when trigger type, connected account and configuration are the same. A matching instance that is disabled is enabled again. ' +
      'An instance keeps the toolkit version it was created with until an upsert specifies another.',
    auth: 'project',
    params: z.object({ slug: upperCaseSlug }),
    body: z
      .object({
        connected_account_id: connectedAccountId
          .optional()
          .describe('Default: the only ACTIVE account of the toolkit, or of `user_id` there'),
        user_id: userId
          .optional()
          .describe('Your id of the user whose account it is, in place of the id of the account'),
        trigger_config: jsonInput(settingLimits)
          .optional()
          .describe('Must match the `config` schema of the trigger type; default: an empty object'),
        toolkit_versions: toolkitVersions.optional(),
      })
      .meta({
        examples: [
          { connected_account_id: 'ca_3Hn6bVt9Qe2Ls8Yc4', trigger_config: { repository: 'docs' } },
        ],
      }),
    aliases: {
      connectedAuthId: 'connected_account_id',
      triggerConfig: 'trigger_config',
      version: 'toolkit_versions',
    },
    restricts: true,
    responses: { 200: triggerInstanceReference, 201: triggerInstanceReference },
    errors: [
      'invalid_request',
      'unauthorized',
      'not_found',
      'gone',
      'unprocessable',
      'internal',
      'unsupported',
    ],
    idempotencyKey: true,
  }),
  listActive: endpoint({
    method: 'GET',
    path: '/trigger_instances/active',
    summary: 'List trigger instances, newest first',
    auth: 'project',
    query: z.object({
      user_ids: queryUserIds('Only those of these users'),
      connected_account_ids: queryList(connectedAccountId)
        .optional()
        .describe('Only those of these connected accounts'),
      auth_config_ids: queryList(authConfigId)
        .optional()
        .describe('Only those of accounts under these auth configs'),
      trigger_ids: queryList(triggerInstanceId).optional().describe('Only these'),
      trigger_names: queryList(triggerName)
        .optional()
        .describe('Slugs of trigger types, case-insensitive'),
      show_disabled: queryBoolean.optional().describe('Include disabled instances'),
      ...pageQuery,
    }),
    responses: { 200: page(triggerInstance) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/trigger_instances/manage/{id}',
    summary: 'Enable or disable a trigger instance',
    auth: 'project',
    params: z.object({ id: triggerInstanceId }),
    body: z
      .object({ status: z.enum(['enable', 'disable']) })
      .meta({ examples: [{ status: 'disable' }] }),
    responses: { 200: z.object({ status: z.literal('success') }) },
    errors,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/trigger_instances/manage/{id}',
    summary: 'Delete a trigger instance',
    auth: 'project',
    params: z.object({ id: triggerInstanceId }),
    responses: { 200: z.object({ trigger_id: z.string() }) },
    errors,
  }),
  ...projectEvents,
}
