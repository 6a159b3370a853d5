import type { allowInsecureRequests, customFetch } from 'oauth4webapi'
import type { GrantContext } from '../scheme.ts'
import { requestToken, type TokenResponse } from '../token-response.ts'

export type Protocol = typeof import('oauth4webapi')

/** Loaded for the first grant, so that services start without it. */
export const loadProtocol = (): Promise<Protocol> => import('oauth4webapi')

type Sending = {
  [allowInsecureRequests]: true
  [customFetch]: (
    url: string,
    request: {
      method: string
      headers: Record<string, string>
      body?: URLSearchParams | string | undefined
    },
  ) => Promise<Response>
}

/**
 * Sends the request that the library builds. The outbound rules, not the library, decide which
 * hosts may be called, and whether with http.
 */
export const sendToServer = async (
  protocol: Protocol,
  context: GrantContext,
  build: (sending: Sending) => Promise<Response>,
  format: 'form' | 'json' = 'form',
): Promise<TokenResponse> => {
  const answers: TokenResponse[] = []
  await build({
    [protocol.allowInsecureRequests]: true,
    [protocol.customFetch]: async (url, { method, headers, body }) => {
      answers.push(
        await requestToken(context, {
          method,
          url,
          ...(format === 'json' && body instanceof URLSearchParams
            ? toJson(headers, body)
            : { headers, ...(body !== undefined && { body: String(body) }) }),
        }),
      )
      return new Response()
    },
  })
  const [answer] = answers
  if (!answer) throw new Error('The protocol library sent no request')
  return answer
}

/** Some token providers only accept JSON, contrary to RFC 6749. */
const toJson = (headers: Record<string, string>, body: URLSearchParams) => ({
  headers: {
    ...Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'),
    ),
    'content-type': 'application/json',
  },
  body: JSON.stringify(Object.fromEntries(body)),
})
