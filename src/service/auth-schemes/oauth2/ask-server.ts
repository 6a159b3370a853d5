import type { allowInsecureRequests, customFetch } from 'oauth4webapi'
import type { GrantContext } from '../scheme.ts'
import { askForToken, type TokenAnswer } from '../token-answer.ts'

export type Protocol = typeof import('oauth4webapi')

/** Loaded for the first grant, so that a service starts without it. */
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
 * Sends the request that the library builds. Which hosts may be called, and by http too, the
 * outbound rules decide, not the library.
 */
export const askServer = async (
  protocol: Protocol,
  context: GrantContext,
  build: (sending: Sending) => Promise<Response>,
): Promise<TokenAnswer> => {
  const answers: TokenAnswer[] = []
  await build({
    [protocol.allowInsecureRequests]: true,
    [protocol.customFetch]: async (url, { method, headers, body }) => {
      answers.push(
        await askForToken(context, {
          method,
          url,
          headers,
          ...(body !== undefined && { body: String(body) }),
        }),
      )
      return new Response()
    },
  })
  const [answer] = answers
  if (!answer) throw new Error('The protocol library sent no request')
  return answer
}
