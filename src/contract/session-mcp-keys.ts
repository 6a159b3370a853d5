import { z } from 'zod'
import { expirySeconds, mcpKeyId, page, pageQuery, sessionId, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ session_id: sessionId })
const errors = ['invalid_request', 'unauthorized', 'not_found', 'internal'] as const

const keyName = z.string().min(1).max(100)

/**
 * A key that only gives access to the MCP endpoint of one session, for use on the user's device.
 */
const sessionMcpKey = z.object({
  id: z.string(),
  session_id: z.string(),
  name: keyName.nullable(),
  key: z
    .string()
    .describe('Shown only once; send it as "Authorization: Bearer" or x-api-key to mcp.url'),
  created_at: timestamp,
  expires_at: timestamp.nullable().describe('Null: it expires with its session'),
})
export type SessionMcpKey = z.infer<typeof sessionMcpKey>

/** An existing key, without its value. */
const listedSessionMcpKey = sessionMcpKey
  .omit({ key: true })
  .extend({ key_hint: z.string().describe('The last four characters of the key') })
export type ListedSessionMcpKey = z.infer<typeof listedSessionMcpKey>

export const sessionMcpKeys = {
  listMcpKeys: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}/mcp_keys',
    summary: 'List the keys of the MCP endpoint of a session, newest first',
    auth: 'project',
    params,
    query: z.object(pageQuery),
    responses: { 200: page(listedSessionMcpKey) },
    errors,
  }),
  createMcpKey: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/mcp_keys',
    summary: 'Create a key for the MCP endpoint of a session',
    description:
      "It gives access to nothing else, so it may be stored on the machine of the session's user. It cannot decide on approvals.",
    auth: 'project',
    params,
    body: z
      .object({
        name: keyName
          .optional()
          .describe('Label, such as the device with the key, to find the key to revoke in a list'),
        expires_in_seconds: expirySeconds
          .optional()
          .describe(
            'Default: mcp_key_expiry_in_seconds of the project, which is 30 days by default',
          ),
      })
      .meta({ examples: [{ name: "Ada's laptop", expires_in_seconds: 86_400 }] }),
    responses: { 201: sessionMcpKey },
    errors,
    idempotencyKey: true,
  }),
  deleteMcpKey: endpoint({
    method: 'DELETE',
    path: '/tool_router/session/{session_id}/mcp_keys/{key_id}',
    summary: 'Revoke a key of the MCP endpoint of a session',
    auth: 'project',
    params: params.extend({ key_id: mcpKeyId }),
    responses: { 200: z.object({ id: z.string(), deleted: z.literal(true) }) },
    errors,
  }),
}
