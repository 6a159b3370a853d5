import type { Context } from 'hono'
import { sendAtOnce, type Environment } from '../endpoint/index.ts'
import type { Reply } from './run-idempotently.ts'

/** Sends the answer of an operation. */
export const sendReply = (
  context: Context<Environment>,
  { status, body, replayed, etag }: Reply,
): Response =>
  sendAtOnce(context, status, status === 204 ? null : JSON.stringify(body), {
    ...(etag !== undefined && { etag: `"${etag}"` }),
    ...(replayed && { 'idempotent-replayed': 'true' }),
  })
