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
  hints: z.array(toolHint).describe('As the server declares them, believed or not'),
})
export type ToolForm = z.infer<typeof toolForm>

/**
 * A change that an MCP server announced and the project has not accepted. Its texts come from the
 * server.
 */
export const toolkitChange = z.object({
  id: z.string().describe('Another one when the server lists the tool differently once more'),
  tool_slug: z.string(),
  kind: z.enum(['added', 'changed']),
  status: z.enum(['pending', 'rejected']),
  fields: z.array(toolForm.keyof()).describe('What is different'),
  before: toolForm
    .nullable()
    .describe('What was accepted and stays in force; null for a tool that is new'),
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
    summary: 'List the changes of an MCP server that wait for the project',
    description:
      'A server may say that its tools are others. What is then new or different is neither offered nor executed until it is accepted: the accepted form stays in force. What is gone is removed at once.',
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
