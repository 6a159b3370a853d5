import type { ServerResponse } from 'node:http'
import { openNotesApi } from './notes-api.ts'
import { json, startUpstream, type ReceivedRequest } from './start-upstream.ts'

type TokenPair = { access_token: string; refresh_token: string }

export type TokenProvider = {
  url: string
  /** `host:port`, as the egress list names it. */
  host: string
  /** A grant as after the user's consent. */
  grant(): TokenPair
  /** The refresh tokens that were sent, in order. */
  refreshes: string[]
  /** The access tokens that the API was called with, in order. */
  calls: string[]
  /** The tokens that were to be forgotten. */
  revocations: string[]
  /** The refresh tokens that were taken and exchanged. */
  exchanged: string[]
  /** How many requests for a token are not answered yet. */
  countPending(): number
  /** Behaves another way from now on, and forgets what it has seen. */
  behave(behaviour: ProviderBehaviour): void
  /** Refuses the access tokens given so far. */
  refuseAccessTokens(): void
  close(): Promise<void>
}

export type ProviderBehaviour = {
  /** Answers a token request in the provider's place when it answers `true`. */
  answerToken?: (response: ServerResponse) => boolean | Promise<boolean>
  /** Waited for before a refresh is looked at, and after it was carried out. */
  before?: () => Promise<void>
  after?: () => Promise<void>
  /** Further fields of a token answer, in place of the usual. */
  fields?: () => Record<string, unknown>
  answerRevocation?: () => number
  /** What the API answers a token that it does not know: status and body. Default: 401. */
  refusal?: { status: number; body: unknown }
}

/**
 * A third party on loopback: an API of notes, and tokens for it whose refresh tokens rotate; one
 * that is used twice ends the whole grant.
 */
export const startTokenProvider = async (
  given: ProviderBehaviour = {},
  { keep = false } = {},
): Promise<TokenProvider> => {
  let behaviour = given
  const families = new Map<string, { family: number; spent: boolean }>()
  const ended = new Set<number>()
  const valid = new Set<string>()
  const seen = {
    refreshes: [] as string[],
    exchanged: [] as string[],
    calls: [] as string[],
    revocations: [] as string[],
  }
  let made = 0
  let pending = 0

  const issue = (family: number): TokenPair => {
    made += 1
    const pair = {
      access_token: `access-token-${family}-${made}`,
      refresh_token: `refresh-token-${family}-${made}`,
    }
    families.set(pair.refresh_token, { family, spent: false })
    valid.add(pair.access_token)
    return pair
  }

  const refresh = async (token: string, response: ServerResponse): Promise<void> => {
    seen.refreshes.push(token)
    const { before, answerToken, after, fields } = behaviour
    await before?.()
    if (await answerToken?.(response)) return
    const known = families.get(token)
    if (known?.spent) ended.add(known.family)
    if (!known || ended.has(known.family))
      return json(response, 400, {
        error: 'invalid_grant',
        error_description: 'the refresh token was used before',
      })
    known.spent = true
    seen.exchanged.push(token)
    const pair = issue(known.family)
    await after?.()
    json(response, 200, { token_type: 'Bearer', expires_in: 3600, ...pair, ...fields?.() })
  }

  const api = (request: ReceivedRequest, response: ServerResponse): void => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    seen.calls.push(token)
    const { status, body } = behaviour.refusal ?? { status: 401, body: { error: 'invalid_token' } }
    if (!valid.has(token)) return json(response, status, body)
    json(response, 200, { method: request.method, token })
  }

  const { url, host, close } = await startUpstream(
    async (request, response) => {
      const form = new URLSearchParams(request.body)
      if (request.url === '/token') {
        pending += 1
        await refresh(form.get('refresh_token') ?? '', response)
        pending -= 1
        return
      }
      if (request.url !== '/revoke') return api(request, response)
      seen.revocations.push(form.get('token') ?? '')
      response.writeHead(behaviour.answerRevocation?.() ?? 200).end()
    },
    { keep },
  )
  const behave = (next: ProviderBehaviour) => {
    behaviour = next
    for (const list of Object.values(seen)) list.length = 0
  }
  return {
    url,
    host,
    ...seen,
    behave,
    grant: () => issue((made += 1)),
    countPending: () => pending,
    refuseAccessTokens: () => valid.clear(),
    close,
  }
}

/** The import of the provider's API as the toolkit `notes`, with OAUTH2. */
export const oauthToolkit = ({ url }: Pick<TokenProvider, 'url'>) => ({
  slug: 'notes',
  source: { openapi: openNotesApi(url) },
  auth: {
    scheme: 'OAUTH2' as const,
    oauth: {
      authorization_url: `${url}/authorize`,
      token_url: `${url}/token`,
      revocation_url: `${url}/revoke`,
    },
  },
})
