import { z } from 'zod'
import { success, timestamp, toolkitSlug, userId, withWarnings } from './common.ts'
import { endpoint } from './endpoint.ts'

/** As browsers send it: scheme, host and port, without a path. */
export const webOrigin = z
  .string()
  .max(255)
  .refine(
    (text) =>
      URL.canParse(text) &&
      /^https?:$/.test(new URL(text).protocol) &&
      new URL(text).origin === text,
    'must be an origin, such as https://app.example.com, without a path or a slash at the end',
  )

const toolkits = z
  .array(toolkitSlug)
  .min(1)
  .max(200)
  .optional()
  .describe('Only these toolkits; default: all of the project')

/** Tokens with which a browser manages the accounts of one user (rules 6.11 to 6.14). */
export const connectTokens = {
  create: endpoint({
    method: 'POST',
    path: '/connect_tokens',
    summary: 'Let the browser of a signed-in user manage their own connections',
    description:
      "The token is for one user: with it a page of your application lists, connects, renames and disconnects that user's accounts and decides on their approvals, and nothing else. " +
      'Create it in your backend for the user who is signed in, and hand it to `<plugboard-connections>`, or send the browser to `connections_url`.',
    auth: 'project',
    body: z
      .object({
        user_id: userId.describe('The user who is signed in to your application'),
        toolkits,
        allowed_origins: z
          .array(webOrigin)
          .max(20)
          .default([])
          .describe('Origins of your pages that may use the token; none: only `connections_url`'),
        expires_in_seconds: z.number().int().min(60).max(86_400).default(3600),
      })
      .meta({
        examples: [
          {
            user_id: 'ada',
            toolkits: ['github', 'gmail'],
            allowed_origins: ['https://app.example.com'],
          },
        ],
      }),
    restricts: true,
    responses: {
      201: withWarnings(
        z.object({
          token: z.string().describe('Shown only now; only its hash is stored'),
          user_id: userId,
          toolkits: z.array(z.string()).nullable(),
          allowed_origins: z.array(z.string()),
          expires_at: timestamp,
          connections_url: z
            .string()
            .describe('A page of the service with the connections of the user'),
        }),
      ),
    },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/connect_tokens',
    summary: 'Revoke all connect tokens and approval tickets of a user',
    description: 'When the user signs out of your application, for example.',
    auth: 'project',
    query: z.object({ user_id: userId }),
    responses: { 200: success },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
