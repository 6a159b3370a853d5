import { z } from 'zod'
import { jsonObject, page, pageQuery, queryNumber, userId } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Somebody in the caller's product, as far as the project has something of theirs. */
const user = z.object({
  user_id: z.string().describe('As the project calls them'),
  connected_accounts: z.number().int().describe('How many accounts they have, in any state'),
  sessions: z.number().int().describe('How many tool router sessions they have'),
})
export type User = z.infer<typeof user>

const params = z.object({ user_id: userId.describe('As the project calls them') })

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'List the users who have accounts or sessions, in the order of their ids',
    description:
      'Users are not created: a user is listed as long as the project has a connected account or a session of theirs. Ids are ordered by their characters, capitals first.',
    auth: 'project',
    query: z.object({
      prefix: z.string().max(255).optional().describe('Only users whose ids begin with this'),
      ...pageQuery,
    }),
    responses: { 200: page(user) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/{user_id}',
    summary: 'Export what is kept of a user',
    description:
      'Accounts, sessions with their results, approvals, logs with requests and answers, triggers, MCP instances, tokens and usage, each as it is stored, readable, without credentials. Follow `next` to the end.',
    auth: 'project',
    params,
    query: z.object({
      after: z.string().max(2000).optional().describe('`next` of the previous answer'),
      limit: queryNumber(z.number().int().min(1).max(1000))
        .optional()
        .describe('Records per answer. Default: 100'),
    }),
    responses: {
      200: z.object({
        user_id: z.string(),
        items: z.array(
          z.object({
            kind: z.string().describe('What it is, such as sessions'),
            record: jsonObject,
          }),
        ),
        next: z.string().nullable().describe('null at the end'),
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  erase: endpoint({
    method: 'DELETE',
    path: '/users/{user_id}',
    summary: 'Erase a user',
    description:
      'Deletes everything that names the user: accounts, which are revoked at their providers, sessions with their results, files and keys, approvals, logs, events and their deliveries, triggers, MCP instances, tokens, usage, and what was learned from their calls. Their signed MCP URLs stay invalid. ' +
      'What calls that are still running write is erased by a second pass a little later. Answers that are kept for repeated idempotency keys go within a day.',
    auth: 'project',
    params,
    responses: {
      200: z.object({
        user_id: z.string(),
        erased: z.record(z.string(), z.number()).describe('How many records of each kind'),
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
