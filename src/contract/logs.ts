import { z } from 'zod'
import { activityLog } from './activity.ts'
import { endpoint } from './endpoint.ts'
import {
  logId,
  page,
  pageQuery,
  queryList,
  queryUserIds,
  sessionId,
  timestamp,
  toolkitSlug,
  toolSlug,
} from './common.ts'

const sentRequest = z.object({
  method: z.string(),
  url: z
    .string()
    .describe(
      'At most 2,000 characters, without the credential, and with the secrets in it redacted; the origin alone where an MCP server was called',
    ),
  rpc_method: z
    .string()
    .optional()
    .describe('The method of the message, where an MCP server was called'),
  status: z.number().nullable().describe('Null where there was no answer'),
  redirected_to: z
    .string()
    .optional()
    .describe('The address that answered, without its query, where the API redirected to another'),
  duration_ms: z.number(),
})
export type SentRequest = z.infer<typeof sentRequest>

/**
 * One execution of a tool; `request`, `requests` and `response` are absent under
 * `dont_store_data`.
 */
const executionLog = z.object({
  id: z.string(),
  tool_slug: z.string(),
  toolkit: z.string(),
  user_id: z.string().nullable(),
  connected_account_id: z.string().nullable(),
  session_id: z.string().nullable(),
  status: z.enum(['success', 'error']),
  error: z.string().nullable(),
  started_at: timestamp,
  duration_ms: z.number(),
  trace_id: z
    .string()
    .nullable()
    .describe('The trace that the call was part of: that of `traceparent`, or of the service'),
  request: z.unknown().optional(),
  requests: z
    .array(sentRequest)
    .optional()
    .describe(
      'The first 10 requests that were sent to the API, in their order, retries and further pages among them. Absent from calls that send none themselves, such as those of meta tools, and from entries of earlier versions',
    ),
  requests_left_out: z
    .number()
    .optional()
    .describe('How many more requests were sent; absent where there were none'),
  response: z.unknown().optional(),
})
export type ExecutionLog = z.infer<typeof executionLog>

export const logs = {
  list: endpoint({
    method: 'GET',
    path: '/logs/tool_executions',
    summary: 'List tool executions, newest first',
    auth: 'project',
    query: z.object({
      tool_slugs: queryList(toolSlug).optional().describe('Only executions of these tools'),
      toolkit_slugs: queryList(toolkitSlug)
        .optional()
        .describe('Only executions of tools of these toolkits'),
      session_ids: queryList(sessionId).optional().describe('Only executions in these sessions'),
      user_ids: queryUserIds('Only executions for these users'),
      status: z.enum(['success', 'error']).optional().describe('Only executions with this outcome'),
      search: z
        .string()
        .max(200)
        .optional()
        .describe('Only executions whose tool or error contains this text, in any letter case'),
      ...pageQuery,
    }),
    responses: { 200: page(executionLog) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/logs/tool_executions/{id}',
    summary: 'Get a tool execution with its request and response',
    auth: 'project',
    params: z.object({ id: logId }),
    responses: { 200: executionLog },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  ...activityLog,
}
