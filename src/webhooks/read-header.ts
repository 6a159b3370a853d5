import type { WebhookRequest } from './webhook-request.ts'

/**
 * Returns a header by its lower-case name from any kind of request; undefined if it is missing or
 * empty.
 */
export const readHeader = (
  { headers }: Pick<WebhookRequest, 'headers'>,
  name: string,
): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) || undefined
  const field = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return (
    (typeof field === 'object' ? field.join(' ') : typeof field === 'string' ? field : '') ||
    undefined
  )
}
