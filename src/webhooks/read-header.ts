import type { WebhookRequest } from './webhook-request.ts'

/**
 * A header by its name in lower case, however the request keeps them; `undefined` where it is
 * missing or empty.
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
