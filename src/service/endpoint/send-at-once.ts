import type { Context } from 'hono'
import type { Environment } from './environment.ts'

/**
 * Sends JSON with its length and with the headers of the request's context, all at once in a plain
 * object, which the server writes as it is: `Headers` cost as much as parsing the request.
 */
export const sendAtOnce = (
  context: Context<Environment>,
  status: number,
  text: string | null,
  own: Readonly<Record<string, string>> = {},
): Response => {
  const bytes = text === null ? 0 : Buffer.byteLength(text)
  const content = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${bytes}`,
  }
  const response = new Response(text, {
    status,
    headers: { ...context.get('headers'), ...(text !== null && content), ...own },
  })
  context.set('sent', { response, bytes })
  return response
}
