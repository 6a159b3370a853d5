import { z } from 'zod'
import { callbackUrl, connectedAccountId, sessionId, toolkitSlug } from './common.ts'
import { linkConfirmation, linkSession } from './connected-accounts.ts'
import { endpoint } from './endpoint.ts'
import { proxiedRequest, proxyResponse, proxyErrors } from './proxy.ts'

const params = z.object({ session_id: sessionId })

/** Operations of a session on its user's connections. */
export const sessionConnections = {
  link: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/link',
    summary: "Create a link that the session's user opens to connect a toolkit",
    description:
      'Also available if the session does not manage connections: its caller then does, with this operation.',
    auth: 'project',
    params,
    body: z
      .object({
        toolkit: toolkitSlug,
        callback_url: callbackUrl
          .optional()
          .describe("Default: the callback_url of the session's manage_connections"),
        confirmation: linkConfirmation.optional(),
      })
      .meta({
        examples: [{ toolkit: 'github', callback_url: 'https://app.example.com/connected' }],
      }),
    responses: { 201: linkSession },
    errors: [
      'invalid_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'unprocessable',
      'internal',
      'unsupported',
    ],
    idempotencyKey: true,
  }),
  proxyExecute: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/proxy_execute',
    summary: "Send a request to a toolkit's API with the account of the session's user",
    description:
      'Refused for a toolkit that the session excludes or limits by tool or tag, and if the session disables proxy execution.',
    auth: 'project',
    params,
    body: proxiedRequest
      .extend({
        toolkit_slug: toolkitSlug,
        account: connectedAccountId.optional().describe('Which connected account to use'),
      })
      .meta({
        examples: [
          {
            toolkit_slug: 'github',
            endpoint: '/user/repos',
            method: 'GET',
            parameters: [{ name: 'per_page', value: '5', type: 'query' }],
          },
        ],
      }),
    responses: { 200: proxyResponse },
    errors: proxyErrors,
    idempotencyKey: true,
  }),
}
