import { createHash, randomBytes } from 'node:crypto'
import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import { put, type Json } from './values.ts'

export const application = {
  client_id: 'fake-client-id',
  client_secret: 'fake-client-secret-0123456789',
}

type OAuth = NonNullable<Recipe['auth'][number]['oauth']>
type Request = { headers: Record<string, string | string[] | undefined>; body: string }
type Outcome = { status: number; body: Json }

/** The tokens of one provider: codes for one use, PKCE, refresh tokens as the recipe says. */
export const createTokens = (
  oauth: OAuth,
  now: () => number,
  keptValue: (path: string, field: string) => string,
) => {
  const codes = new Map<string, { redirectUri: string; challenge: string | null }>()
  const access = new Map<string, { expiresAt: number }>()
  const refresh = new Set<string>()
  const revoked = new Set<string>()
  const rotates = oauth.refresh_tokens === 'rotating'

  const issue = (): Json => {
    const token = `fake-access-${randomBytes(12).toString('hex')}`
    access.set(token, { expiresAt: now() + 3_600_000 })
    const fields: Json = {
      access_token: token,
      token_type: 'Bearer',
      // Without a refresh token, it lasts.
      ...(oauth.refresh_tokens !== 'none' && { expires_in: 3600 }),
      scope: (oauth.default_scopes ?? []).join(' '),
    }
    if (oauth.refresh_tokens !== 'none') {
      const renewing = `fake-refresh-${randomBytes(12).toString('hex')}`
      refresh.add(renewing)
      fields['refresh_token'] = renewing
    }
    const body: Json = {}
    if (oauth.token_path === undefined) Object.assign(body, fields)
    else put(body, oauth.token_path, fields)
    for (const [path, field] of Object.entries(oauth.keep ?? {}))
      put(body, path, keptValue(path, field))
    return body
  }

  return {
    /** Where a user who agreed is sent back to. */
    agree: (query: URLSearchParams): string | undefined => {
      const redirectUri = query.get('redirect_uri')
      if (query.get('client_id') !== application.client_id || redirectUri === null) return undefined
      const asked = (query.get('scope') ?? '').split(oauth.scope_separator ?? ' ')
      if ((oauth.default_scopes ?? []).some((scope) => !asked.includes(scope))) return undefined
      const code = `fake-code-${randomBytes(12).toString('hex')}`
      codes.set(code, { redirectUri, challenge: query.get('code_challenge') })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      for (const [name, field] of Object.entries(oauth.keep_from_callback ?? {}))
        back.searchParams.set(name, keptValue(name, field))
      return back.href
    },

    /** The answer of the token endpoint. */
    exchange: (request: Request): Outcome => {
      const form = readForm(request)
      if (!isClient(request, form)) return { status: 401, body: { error: 'invalid_client' } }
      const grant = form.get('grant_type')
      if (!isAsAgreed(oauth, request, form))
        return { status: 400, body: { error: 'invalid_request' } }
      if (grant === 'client_credentials') return { status: 200, body: issue() }
      if (grant === 'refresh_token') {
        const given = form.get('refresh_token') ?? ''
        if (!refresh.has(given)) return { status: 400, body: { error: 'invalid_grant' } }
        if (rotates) refresh.delete(given)
        return { status: 200, body: issue() }
      }
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const isProven =
        code?.challenge == null ||
        code.challenge ===
          createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url')
      if (!code || !isProven || form.get('redirect_uri') !== code.redirectUri)
        return { status: 400, body: { error: 'invalid_grant' } }
      return { status: 200, body: issue() }
    },

    revoke: (request: Request): void => {
      const token = readForm(request).get('token') ?? ''
      revoked.add(token)
      access.delete(token)
      refresh.delete(token)
    },
    revoked,
    isValid: (token: string): boolean => (access.get(token)?.expiresAt ?? 0) > now(),
    tokens: (): string[] => [...access.keys()],
    /** All access tokens given so far are refused from now on. */
    expireAll: (): void => access.clear(),
  }
}

/** The format and the additional parameters of token requests that a recipe names. */
const isAsAgreed = (oauth: OAuth, { headers }: Request, form: URLSearchParams): boolean => {
  const isJson = String(headers['content-type']).includes('json')
  const { token_parameters: first = {}, refresh_parameters: later = first } = oauth
  const parameters = form.get('grant_type') === 'refresh_token' ? later : first
  return (
    isJson === (oauth.token_body_format === 'json') &&
    Object.entries(parameters).every(([name, value]) => form.get(name) === value)
  )
}

const readForm = ({ headers, body }: Request): URLSearchParams => {
  if (!String(headers['content-type']).includes('json')) return new URLSearchParams(body)
  const fields = JSON.parse(body) as Record<string, unknown>
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

const isClient = ({ headers }: Request, form: URLSearchParams): boolean => {
  const basic = /^Basic (.+)$/.exec(String(headers['authorization'] ?? ''))?.[1]
  if (basic !== undefined) {
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    return id === application.client_id && secret === application.client_secret
  }
  return (
    form.get('client_id') === application.client_id &&
    [application.client_secret, null].includes(form.get('client_secret'))
  )
}
