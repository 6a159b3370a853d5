import { createHmac, randomBytes } from 'node:crypto'
import { startUpstream, type ReceivedRequest, type Upstream } from './start-upstream.ts'

export type OAuth1Server = Upstream & {
  requestTokenUrl: string
  authorizationUrl: string
  tokenUrl: string
  consumer: { key: string; secret: string }
  /** Is the user who was sent to `url`: agrees or not, and says where the browser goes then. */
  authorize(url: string, options?: { agree?: boolean }): Promise<string>
}

type Token = { secret: string; kind: 'temporary' | 'access'; callback?: string; verifier?: string }

/**
 * A provider of OAuth 1.0a on loopback, written from RFC 5849 alone: it makes every signature
 * itself and compares; `/api/…` needs an access token.
 */
export const startOAuth1Server = async ({
  confirmsCallback = true,
  keep = false,
}: { confirmsCallback?: boolean; keep?: boolean } = {}): Promise<OAuth1Server> => {
  const consumer = { key: 'consumer key/1', secret: 'consumer&secret=1' }
  const tokens = new Map<string, Token>()
  const nonces = new Set<string>()
  const issue = (token: Token) => {
    const name = randomBytes(8).toString('hex')
    tokens.set(name, token)
    return { oauth_token: name, oauth_token_secret: token.secret }
  }
  const newSecret = () => `${randomBytes(8).toString('hex')}&+ %`

  const upstream = await startUpstream(
    (request, response) => {
      const url = new URL(request.url, upstream.url)
      const answer = (status: number, fields: Record<string, string>) =>
        response
          .writeHead(status, { 'content-type': 'application/x-www-form-urlencoded' })
          .end(new URLSearchParams(fields).toString())
      if (url.pathname === '/authorize') {
        const token = tokens.get(url.searchParams.get('oauth_token') ?? '')
        if (token?.kind !== 'temporary')
          return void answer(400, { oauth_problem: 'token_rejected' })
        const back = new URL(token.callback ?? '')
        if (url.searchParams.get('agree') === 'no')
          back.searchParams.set('denied', url.searchParams.get('oauth_token') ?? '')
        else {
          token.verifier = randomBytes(8).toString('hex')
          back.searchParams.set('oauth_token', url.searchParams.get('oauth_token') ?? '')
          back.searchParams.set('oauth_verifier', token.verifier)
        }
        return void response.writeHead(302, { location: back.href }).end()
      }
      const given = readAuthorization(request)
      const token = tokens.get(given['oauth_token'] ?? '')
      const problem = wrong(request, url, given, { consumer, token, nonces })
      if (problem !== undefined) return void answer(401, { oauth_problem: problem })
      switch (url.pathname) {
        case '/request-token':
          return void answer(200, {
            ...issue({
              secret: newSecret(),
              kind: 'temporary',
              callback: given['oauth_callback'] ?? '',
            }),
            ...(confirmsCallback && { oauth_callback_confirmed: 'true' }),
          })
        case '/access-token':
          if (
            token?.kind !== 'temporary' ||
            token.verifier === undefined ||
            token.verifier !== given['oauth_verifier']
          )
            return void answer(401, { oauth_problem: 'verifier_invalid' })
          tokens.delete(given['oauth_token'] ?? '')
          return void answer(200, {
            ...issue({ secret: newSecret(), kind: 'access' }),
            user_id: '42',
          })
        default:
          if (token?.kind !== 'access') return void answer(401, { oauth_problem: 'token_rejected' })
          return void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ signed: true }))
      }
    },
    { keep },
  )

  return {
    ...upstream,
    consumer,
    requestTokenUrl: `${upstream.url}/request-token`,
    authorizationUrl: `${upstream.url}/authorize?theme=dark`,
    tokenUrl: `${upstream.url}/access-token`,
    authorize: async (url, { agree = true } = {}) => {
      const response = await fetch(agree ? url : `${url}&agree=no`, { redirect: 'manual' })
      return response.headers.get('location') ?? `no redirect: ${response.status}`
    },
  }
}

const readAuthorization = ({ headers }: ReceivedRequest): Record<string, string> => {
  const text = /^OAuth (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  return Object.fromEntries(
    [...text.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  )
}

const wrong = (
  request: ReceivedRequest,
  url: URL,
  given: Record<string, string>,
  known: {
    consumer: { key: string; secret: string }
    token: Token | undefined
    nonces: Set<string>
  },
): string | undefined => {
  const { oauth_signature: signature, ...protocol } = given
  if (given['oauth_consumer_key'] !== known.consumer.key) return 'consumer_key_unknown'
  if (given['oauth_token'] !== undefined && !known.token) return 'token_rejected'
  if (!/^\d{10}$/.test(given['oauth_timestamp'] ?? '')) return 'timestamp_refused'
  const nonce = `${given['oauth_timestamp']} ${given['oauth_nonce']}`
  if (given['oauth_nonce'] === undefined || known.nonces.has(nonce)) return 'nonce_used'
  known.nonces.add(nonce)
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  const pairs = [
    ...url.searchParams,
    ...(isForm ? new URLSearchParams(request.body) : []),
    ...Object.entries(protocol),
  ]
  const normalized = pairs
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort((a, b) =>
      Buffer.compare(Buffer.from(a.replace('=', '\0')), Buffer.from(b.replace('=', '\0'))),
    )
    .join('&')
  const text = [
    request.method,
    strict(`http://${request.headers.host}${url.pathname}`),
    strict(normalized),
  ].join('&')
  const expected = createHmac(
    'sha1',
    `${strict(known.consumer.secret)}&${strict(known.token?.secret ?? '')}`,
  )
    .update(text, 'utf8')
    .digest('base64')
  return signature === expected ? undefined : 'signature_invalid'
}

/** Byte by byte, as RFC 3986 has it. */
const strict = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) =>
      /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
