import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { indexingField } from './indexing.ts'
import { jsonInput } from './json-input.ts'
import { bodyLimits } from './json-limits.ts'
import { toolParameters } from './object-schema.ts'
import { allPages, paging } from './paging.ts'
import { customConnectionData, proxyResponse, proxyErrors, proxyRequest } from './proxy.ts'
import { select, selection } from './select.ts'
import {
  callLogId,
  parsedArguments,
  authConfigId,
  connectedAccountId,
  jsonObject,
  page,
  pageQuery,
  queryBoolean,
  queryList,
  sessionId,
  toolkitSlug,
  toolkitVersions,
  toolSlug,
  userId,
  version,
  withWarnings,
} from './common.ts'

const hintOverrides = z.object({
  readOnlyHint: z.boolean().optional().describe('Does not change anything'),
  destructiveHint: z.boolean().optional().describe('May destroy something'),
  idempotentHint: z
    .boolean()
    .optional()
    .describe('Calling it again with the same arguments has no further effect'),
  openWorldHint: z.boolean().optional().describe('Interacts with the world outside its service'),
})

/** Every alias is accepted, however many a tool has. */
export const maximumAliases = 50

/** A tool as agents see it (spec 2.6). */
export const tool = z.object({
  slug: z.string(),
  aliases: z
    .array(z.string())
    .max(maximumAliases)
    .optional()
    .describe(
      'Other slugs of the same tool, which it had before or has in another version: accepted wherever its slug is. Left out where there are none; at most 50 are listed',
    ),
  name: z.string(),
  description: z.string(),
  toolkit: z.object({ slug: z.string(), name: z.string(), logo: z.string() }),
  input_parameters: toolParameters.describe('JSON Schema of the arguments'),
  output_parameters: toolParameters.describe(
    'JSON Schema of `data` in the result; a long one is outlined, at most 16,000 characters',
  ),
  no_auth: z.boolean(),
  version: z.string(),
  available_versions: z
    .array(z.string())
    .describe('Of the newest 100 versions of the toolkit those that have the tool, newest first'),
  scopes: z.array(z.string()),
  tags: z
    .array(z.string())
    .describe('MCP annotation hints first, then the tags of the third party'),
  annotations: hintOverrides
    .optional()
    .describe('The hints that the project set for the tool; absent if it set none'),
  human_description: z.string().optional().describe('One sentence for people'),
  is_deprecated: z.boolean(),
  deprecated: z.object({
    displayName: z.string(),
    version: z.string(),
    available_versions: z.array(z.string()),
    is_deprecated: z.boolean(),
    toolkit: z.object({ logo: z.string() }),
  }),
})
export type Tool = z.infer<typeof tool>

const toolAnnotations = z.object({
  slug: z.string(),
  tags: z.array(z.string()).describe('The effective hints first, then the tags of the third party'),
})

/** Credentials that the caller adds to a request, instead of using a connected account. */
const customAuthParams = z.object({
  base_url: z
    .url({ protocol: /^https?$/ })
    .max(4096)
    .regex(/^[^?#@]*$/, 'must not contain a user name, query or fragment')
    .optional()
    .describe(
      "Replaces the base URL of the tool; must be at one of the toolkit's hosts, or at one that its accounts may choose",
    ),
  parameters: z
    .array(
      z.object({
        name: z.string().min(1).max(255),
        value: z.string().min(1).max(16_384),
        in: z.enum(['header', 'query']),
      }),
    )
    .max(50)
    .optional()
    .describe(
      'Headers and query parameters, such as a key; they replace those of the tool with the same name',
    ),
})
export type CustomAuthParams = z.output<typeof customAuthParams>

/** A tag or an OAuth scope. */
const word = z.string().max(2048)

export const tools = {
  list: endpoint({
    method: 'GET',
    path: '/tools',
    summary: 'List tools',
    auth: 'project',
    query: z.object({
      toolkit_slug: queryList(toolkitSlug).optional().describe('One or more toolkits'),
      tool_slugs: queryList(toolSlug).optional().describe('Only these'),
      tags: queryList(word).optional().describe('Tools with at least one of these'),
      scopes: queryList(word)
        .optional()
        .describe('Tools that need at least one of these OAuth scopes'),
      auth_config_ids: queryList(authConfigId)
        .optional()
        .describe('Only tools of the toolkits of these auth configs'),
      search: z.string().max(4000).optional().describe('Ranks by relevance to this text'),
      important: queryBoolean.optional().describe('Accepted; every tool counts as important'),
      toolkit_versions: toolkitVersions.optional(),
      ...pageQuery,
      limit: z
        .union([
          z.number(),
          z
            .string()
            .max(6)
            .regex(/^\d{1,6}$/),
        ])
        .transform(Number)
        .pipe(z.number().int().min(1).max(9999))
        .optional()
        .describe('1 to 1000; up to 9999 when tool_slugs are given'),
    }),
    cacheable: true,
    responses: { 200: page(tool).extend(indexingField) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  enum: endpoint({
    method: 'GET',
    path: '/tools/enum',
    summary: 'List the slugs of all tools',
    auth: 'project',
    cacheable: true,
    responses: { 200: z.array(z.string()) },
    errors: ['unauthorized', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/tools/{tool_slug}',
    summary: 'Get a tool',
    auth: 'project',
    params: z.object({ tool_slug: toolSlug }),
    query: z.object({
      version: version.optional(),
      toolkit_versions: toolkitVersions.optional(),
      whole_output: queryBoolean
        .optional()
        .describe('`output_parameters` as they were described, even if they are long'),
    }),
    cacheable: true,
    responses: { 200: tool },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  annotate: endpoint({
    method: 'POST',
    path: '/tools/{tool_slug}/annotations',
    summary: 'Override the hints of a tool',
    description:
      'Replaces earlier values; an empty object removes them. Applies to all versions and sessions, also after the toolkit is imported again.',
    auth: 'project',
    params: z.object({ tool_slug: toolSlug }),
    body: hintOverrides
      .refine(
        ({ readOnlyHint, destructiveHint }) => !(readOnlyHint && destructiveHint),
        'readOnlyHint and destructiveHint contradict each other: set one of them',
      )
      .meta({ examples: [{ readOnlyHint: true }] }),
    restricts: true,
    responses: { 200: withWarnings(toolAnnotations) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  proxy: endpoint({
    method: 'POST',
    path: '/tools/execute/proxy',
    summary: 'Send a request to a third-party API with the credentials of a connected account',
    description:
      'The status of the third party is in `status`, even if it is an error. Listed in the execution log with the tool slug PROXY.',
    auth: 'project',
    body: proxyRequest.meta({
      examples: [
        { connected_account_id: 'ca_3Hn6bVt9Qe2Ls8Yc4', endpoint: '/user/repos', method: 'GET' },
      ],
    }),
    responses: { 200: proxyResponse },
    errors: proxyErrors,
    idempotencyKey: true,
    maximumBodyBytes: 36 * 1024 * 1024,
  }),
  execute: endpoint({
    method: 'POST',
    path: '/tools/execute/{tool_slug}',
    summary: 'Execute a tool',
    description:
      'A third-party call that fails is a 200 with `error` set and the upstream status and body in `data`; so are invalid arguments.',
    auth: 'project',
    params: z.object({ tool_slug: toolSlug }),
    body: z
      .object({
        arguments: jsonInput(bodyLimits).optional(),
        user_id: userId.optional(),
        connected_account_id: connectedAccountId.optional(),
        version: version.optional(),
        all: allPages,
        select: select.optional(),
        custom_connection_data: customConnectionData
          .optional()
          .describe("The caller's credentials, instead of a connected account of this toolkit"),
        custom_auth_params: customAuthParams
          .optional()
          .describe(
            'Headers, query parameters and a base URL set by the caller, instead of a connected account',
          ),
      })
      .meta({
        examples: [{ user_id: 'ada', arguments: { repository: 'docs', title: 'Broken link' } }],
      }),
    responses: {
      200: z.object({
        data: jsonObject,
        error: z.string().nullable(),
        successful: z.boolean(),
        log_id: callLogId,
        paging: paging.optional(),
        selection: selection.optional(),
        parsed_arguments: parsedArguments,
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'internal'],
    idempotencyKey: true,
    refusesUndone: true,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/tools/executions/cancel',
    summary: 'Cancel a call by its idempotency key',
    description:
      'Ends the request to the third party, on whichever node it runs. A repetition of a call that was sent is answered that it was cancelled; it is not made again.',
    auth: 'project',
    body: z
      .object({
        idempotency_key: z
          .string()
          .min(1)
          .max(255)
          .describe('The `Idempotency-Key` with which the call was made'),
        session_id: sessionId
          .optional()
          .describe('The session of the call; without it, a call of `POST tools/execute`'),
      })
      .meta({
        examples: [
          {
            idempotency_key: '8e03978e-40d5-43e8-bc93-6894a57f9324',
            session_id: 'trs_7Yc4Ls8Qe2Vt9Bn6Hk3',
          },
        ],
      }),
    responses: {
      200: z.object({
        status: z
          .enum(['cancelling', 'prevented', 'finished', 'unknown'])
          .describe(
            'cancelling: it is running and is being ended; prevented: it had not begun, and cannot for ten seconds at least; finished: it has an answer, which its repetition gets; unknown: the node that ran it died',
          ),
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
}
