import { z } from 'zod'
import { ownerFields } from './connected-accounts.ts'
import { endpoint } from './endpoint.ts'
import { jsonInput, jsonValueInput } from './json-input.ts'
import { bodyLimits, settingLimits } from './json-limits.ts'
import {
  callLogId,
  parsedArguments,
  approvalId,
  connectedAccountId,
  jsonObject,
  page,
  pageQuery,
  queryBoolean,
  queryList,
  queryNumber,
  resultHandle,
  sessionId,
  timestamp,
  toolkitSlug,
  toolSlug,
  userId,
  withWarnings,
} from './common.ts'
import { approval, approvalDecision, approvalStatus, approvalTicket } from './session-approvals.ts'
import { sessionChanges, sessionConfig, sessionRequest } from './session-config.ts'
import { sessionConnections } from './session-connections.ts'
import { paging, allPages } from './paging.ts'
import { select, selection } from './select.ts'
import { sessionList } from './session-list.ts'
import { sessionMcpKeys } from './session-mcp-keys.ts'
import { experimental, experimentalRequest } from './session-custom-tools.ts'
import { answeredResult, resultPart, shownResult } from './session-results.ts'
import { searchResponse, searchQueries } from './session-search.ts'
import {
  foundDefinitions,
  namedTools,
  sessionTools,
  toolsEtag,
  withTools,
} from './session-tools.ts'

/** A tool router session (spec 2.10). */
const session = z.object({
  session_id: z.string(),
  mcp: z.object({ type: z.literal('http'), url: z.string() }),
  tool_router_tools: z.array(z.string()),
  config: sessionConfig,
  config_version: z
    .number()
    .int()
    .describe('Increases with each change of the configuration, from 1'),
  expires_at: timestamp
    .optional()
    .describe(
      'When the session ends unless it is used: each use moves this ahead, up to the longest life of a session. Absent from services of earlier versions',
    ),
  experimental: experimental
    .optional()
    .describe('Only if the session is created or changed, or custom tools are attached'),
  tools_etag: toolsEtag,
  tools: sessionTools.optional().describe('Only if requested'),
})
export type Session = z.infer<typeof session>

/** The result of a call in a session. */
export const executionResult = z.object({
  data: jsonObject,
  error: z.string().nullable().describe('Null means success'),
  log_id: callLogId,
  paging: paging.optional(),
  selection: selection.optional(),
  parsed_arguments: parsedArguments,
  ...foundDefinitions,
})

const sessionToolkit = z.object({
  name: z.string(),
  slug: z.string(),
  enabled: z.boolean(),
  is_no_auth: z.boolean(),
  svc_managed_auth_schemes: z.array(z.string()),
  meta: z.object({ logo: z.string(), description: z.string() }),
  connected_account: z
    .object({
      id: z.string(),
      user_id: z.string(),
      status: z.string(),
      ...ownerFields,
      created_at: timestamp,
      auth_config: z.object({
        id: z.string(),
        auth_scheme: z.string(),
        is_svc_managed: z.boolean(),
      }),
    })
    .nullable(),
})
export type SessionToolkit = z.infer<typeof sessionToolkit>

/** The calls of a multi-execute are repeated one by one. */
const isBatch = (body: unknown): boolean => batch.safeParse(body).success

const multiExecute = z.string().regex(/^svc_multi_execute_tool$/i)
const batch = z.union([z.object({ tool_slug: multiExecute }), z.object({ slug: multiExecute })])

const params = z.object({ session_id: sessionId })
const errors = ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'internal'] as const

export const sessions = {
  create: endpoint({
    method: 'POST',
    path: '/tool_router/session',
    summary: 'Create a tool router session for a user',
    auth: 'project',
    query: withTools,
    body: sessionRequest.meta({
      examples: [
        { user_id: 'ada', toolkits: { enable: ['github'] }, manage_connections: { enable: true } },
      ],
    }),
    restricts: true,
    responses: { 201: withWarnings(session) },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'internal'],
    idempotencyKey: true,
  }),
  ...sessionList,
  get: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}',
    summary: 'Get a session',
    auth: 'project',
    params,
    query: withTools,
    responses: { 200: session },
    errors,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/tool_router/session/{session_id}',
    summary: 'Change the configuration of a session',
    description:
      'Only supplied fields change. A supplied rule, map or list replaces the previous one; of `manage_connections`, `workbench`, `approvals`, `multi_account` and `answers` ' +
      'only the supplied fields do. The session keeps its user and the toolkit versions it was created with. Subscribed clients of the Model Context Protocol are notified of the change.',
    auth: 'project',
    params,
    body: sessionChanges.meta({
      examples: [{ toolkits: { enable: ['github', 'slack'] }, if_config_version: 1 }],
    }),
    restricts: true,
    responses: { 200: withWarnings(session) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/tool_router/session/{session_id}',
    summary: 'Delete a session',
    auth: 'project',
    params,
    responses: { 200: z.object({ deleted: z.boolean(), session_id: z.string() }) },
    errors,
  }),
  tools: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}/tools',
    summary: 'List the meta tools of a session, and named tools, with complete schemas',
    auth: 'project',
    params,
    query: z.object({ tool_slugs: namedTools }),
    cacheable: true,
    responses: { 200: sessionTools },
    errors,
  }),
  search: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/search',
    summary: 'Search the tools of a session by use case',
    auth: 'project',
    params,
    body: z
      .object({
        queries: searchQueries,
        model: jsonValueInput(settingLimits)
          .optional()
          .describe('A hint; ignored if it is unknown'),
        explain: z
          .boolean()
          .optional()
          .describe('Explain for each tool which words and fields determined its rank'),
        definitions: z
          .boolean()
          .optional()
          .describe('Also answer the complete definitions of the found tools'),
      })
      .meta({
        examples: [
          {
            queries: [
              { use_case: 'create an issue about a broken link', known_fields: 'repository: docs' },
            ],
          },
        ],
      }),
    responses: { 200: searchResponse.extend(foundDefinitions) },
    errors,
  }),
  toolkits: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}/toolkits',
    summary: 'List the toolkits of a session with their connections',
    auth: 'project',
    params,
    query: z.object({
      ...pageQuery,
      toolkits: queryList(toolkitSlug)
        .optional()
        .describe('Slugs that override the configuration of the session'),
      is_connected: queryBoolean.optional().describe('Only connected toolkits'),
      search: z.string().max(255).optional().describe('Part of name, slug or description'),
    }),
    responses: { 200: page(sessionToolkit) },
    errors,
  }),
  execute: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/execute',
    summary: 'Execute a tool or a meta tool in a session',
    auth: 'project',
    params,
    body: z
      .object({
        tool_slug: toolSlug,
        arguments: jsonInput(bodyLimits).optional(),
        account: connectedAccountId.optional().describe('Which connected account to use'),
        enable_auto_workbench_offload: z.boolean().optional(),
        all: allPages,
        select: select.optional(),
        definitions: z
          .boolean()
          .optional()
          .describe(
            'Also answer the complete definitions of the tools that SVC_SEARCH_TOOLS or SVC_GET_TOOL_SCHEMAS found',
          ),
      })
      .meta({
        examples: [
          {
            tool_slug: 'GITHUB_CREATE_ISSUE',
            arguments: { repository: 'docs', title: 'Broken link' },
          },
        ],
      }),
    responses: { 200: executionResult },
    errors,
    idempotencyKey: true,
    refusesUndone: true,
    isBatch,
  }),
  executeMeta: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/execute_meta',
    summary: 'Execute a meta tool in a session',
    auth: 'project',
    params,
    body: z.object({ slug: toolSlug, arguments: jsonInput(bodyLimits).optional() }).meta({
      examples: [
        { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: ['GITHUB_CREATE_ISSUE'] } },
      ],
    }),
    responses: { 200: executionResult },
    errors,
    idempotencyKey: true,
    refusesUndone: true,
    isBatch,
  }),
  attach: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/attach',
    summary: 'Attach custom tools to a session',
    description:
      'A tool with the same slug is replaced; the others, possibly those of another process, are kept. The answer begins with the attached ones.',
    auth: 'project',
    params,
    query: withTools,
    body: z.object({ experimental: experimentalRequest }).meta({
      examples: [
        {
          experimental: {
            custom_tools: [
              {
                slug: 'ADD',
                name: 'Add',
                description: 'Adds two numbers',
                input_schema: {
                  type: 'object',
                  properties: { a: { type: 'number' }, b: { type: 'number' } },
                },
              },
            ],
          },
        },
      ],
    }),
    responses: { 200: session },
    errors,
  }),
  approvals: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}/approvals',
    summary: 'List the calls of a session that need or needed an approval, newest first',
    auth: 'project',
    params,
    query: z.object({
      ...pageQuery,
      status: approvalStatus.optional().describe('Only those in this state'),
    }),
    responses: { 200: page(approval) },
    errors,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/approvals/{approval_id}',
    summary: 'Approve or deny a call',
    description:
      'An approved call runs once, when the same call is made again before the approval expires. Never give the key of this request to a model.',
    auth: 'project',
    params: params.extend({ approval_id: approvalId }),
    body: z.object({ decision: approvalDecision }).meta({ examples: [{ decision: 'approve' }] }),
    responses: { 200: approval },
    errors: [...errors, 'unprocessable'],
  }),
  createApprovalTicket: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/approvals/{approval_id}/tickets',
    summary: 'Let a signed-in user decide on a call',
    description:
      'For the page at `approval_sign_in_url` of the project: once its visitor is signed in, it redirects the browser to the `approval_url` of this answer. ' +
      'Refused if the user is not the user of the session.',
    auth: 'project',
    params: params.extend({ approval_id: approvalId }),
    body: z
      .object({
        user_id: userId.describe('The user who is signed in'),
        expires_in_seconds: z.number().int().min(10).max(900).default(300),
      })
      .meta({ examples: [{ user_id: 'ada' }] }),
    responses: { 201: approvalTicket },
    errors: [...errors, 'unprocessable'],
  }),
  result: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}/results/{handle}',
    summary: 'Read a part of a large result',
    auth: 'project',
    params: params.extend({ handle: resultHandle }),
    query: z.object({
      select: z
        .string()
        .min(1)
        .max(2000)
        .optional()
        .describe('Read only what this JMESPath expression selects; `path` then lies in that'),
      path: z.string().max(2000).optional().describe('Path of the part, such as items[0].title'),
      offset: queryNumber(z.number().int().min(0))
        .optional()
        .describe('First item of an array, first character of a string'),
      limit: queryNumber(z.number().int().min(1).max(100_000))
        .optional()
        .describe('Items or characters'),
    }),
    responses: { 200: resultPart },
    errors,
  }),
  storeResult: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/results',
    summary: 'Store files and a large result of a custom tool',
    description:
      "For whoever runs a custom tool: its result then has the form of any other tool's in the session. At most 10 files with together 24 MiB, which count towards the project's uploads.",
    auth: 'project',
    params,
    body: answeredResult.meta({
      examples: [
        {
          data: { month: 'May', file: null },
          files: [
            { at: '/file', base64: 'iVBORw0KGgo=', content_type: 'image/png', name: 'chart.png' },
          ],
        },
      ],
    }),
    responses: { 200: shownResult },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'unprocessable', 'internal'],
    maximumBodyBytes: 36 * 1024 * 1024,
  }),
  ...sessionConnections,
  ...sessionMcpKeys,
}
