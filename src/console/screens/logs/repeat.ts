import type { client } from '../../api/client.ts'

type Log = Awaited<ReturnType<typeof client.logs.get>>

/** What `tools.execute` takes to make a call once more; the client adds a fresh idempotency key. */
export type Repeat = {
  params: { tool_slug: string }
  body: {
    user_id?: string
    connected_account_id?: string
    arguments: Record<string, unknown>
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The call of a log entry once more, or why it cannot be made from what is stored. */
export const repeatOf = (log: Log): Repeat | { problem: string } => {
  const { request } = log
  if (!isObject(request))
    return { problem: 'The project stores no requests, so the call cannot be repeated.' }
  if (!isObject(request['arguments']))
    return { problem: 'The request was too large to be stored, so the call cannot be repeated.' }
  if (JSON.stringify(request).includes('[redacted]'))
    return { problem: 'Secrets were left out of the request, so the call cannot be repeated.' }
  return {
    params: { tool_slug: log.tool_slug },
    body: {
      ...(log.user_id !== null && { user_id: log.user_id }),
      ...(log.connected_account_id !== null && { connected_account_id: log.connected_account_id }),
      arguments: request['arguments'],
    },
  }
}
