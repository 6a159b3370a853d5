import { z } from 'zod'
import { page, pageQuery, queryList, queryUserIds, sessionId, toolSlug } from './common.ts'
import { endpoint } from './endpoint.ts'
import { approval, approvalStatus } from './session-approvals.ts'

export const approvals = {
  list: endpoint({
    method: 'GET',
    path: '/approvals',
    summary: 'List the calls of all sessions that need or needed an approval, newest first',
    auth: 'project',
    query: z.object({
      status: approvalStatus.optional().describe('Only those in this state'),
      user_ids: queryUserIds('Only calls for these users'),
      tool_slugs: queryList(toolSlug).optional().describe('Only calls of these tools'),
      session_ids: queryList(sessionId).optional().describe('Only calls in these sessions'),
      ...pageQuery,
    }),
    responses: { 200: page(approval) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
