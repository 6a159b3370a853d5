import { z } from 'zod'
import { page, pageQuery, queryUserIds, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A session in the list of a project's sessions. */
const listedSession = z.object({
  session_id: z.string(),
  user_id: z.string(),
  mcp: z.object({ type: z.literal('http'), url: z.string() }),
  config_version: z.number().int(),
  created_at: timestamp,
  expires_at: timestamp.optional().describe('When it ends unless it is used'),
})

export const sessionList = {
  list: endpoint({
    method: 'GET',
    path: '/tool_router/session',
    summary: 'List tool router sessions, newest first',
    auth: 'project',
    query: z.object({ user_ids: queryUserIds('Only sessions of these users'), ...pageQuery }),
    responses: { 200: page(listedSession) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
