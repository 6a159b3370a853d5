import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  jsonObject,
  page,
  pageQuery,
  success,
  timestamp,
  toolkitChangeId,
  toolkitSlug,
} from './common.ts'
import { toolHint } from './session-config.ts'

const toolForm = z.object({
  name: z.string(),
  description: z.string(),
  input_parameters: jsonObject,
  output_parameters: jsonObject,
  hints: z.array(toolHint).describe('As declared by the server, trusted or not'),
})
export type ToolForm = z.infer<typeof toolForm>

/**
 * A change that an MCP server announced and the project has not accepted. Its texts come from the
 * server.
 */
const toolkitChange = z.object({
  id: z.string().describe('Changes if the server changes the tool again'),
  tool_slug: z.string(),
  kind: z.enum(['added', 'changed']),
  status: z.enum(['pending', 'rejected']),
  fields: z.array(toolForm.keyof()).describe('The changed fields'),
  before: toolForm
    .nullable()
    .describe('The accepted form, which remains in effect; null for a new tool'),
  after: toolForm,
  found_at: timestamp,
})
export type ToolkitChange = z.infer<typeof toolkitChange>

const params = z.object({ slug: toolkitSlug })
const ids = z
  .object({ ids: z.array(toolkitChangeId).min(1).max(2000) })
  .meta({ examples: [{ ids: ['chg_3Hn6bVt9Qe2Ls8Yc4'] }] })

/** Part of the toolkits. */
export const toolkitChanges = {
  changes: endpoint({
    method: 'GET',
    path: '/toolkits/{slug}/changes',
    summary: 'List the changes of an MCP server that wait for acceptance',
    description:
      'A server can change its tools at any time. New and changed tools are neither offered nor executed until they are accepted: the accepted form remains in effect. Removed tools are removed immediately.',
    auth: 'project',
    params,
    query: z.object(pageQuery),
    responses: { 200: page(toolkitChange) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  acceptChanges: endpoint({
    method: 'POST',
    path: '/toolkits/{slug}/changes/accept',
    summary: 'Accept changes of a toolkit as its next version',
    auth: 'project',
    params,
    body: ids,
    responses: { 200: z.object({ version: z.string() }) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  rejectChanges: endpoint({
    method: 'POST',
    path: '/toolkits/{slug}/changes/reject',
    summary: 'Reject changes of a toolkit, as long as the server lists the same',
    auth: 'project',
    params,
    body: ids,
    responses: { 200: success },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
}
