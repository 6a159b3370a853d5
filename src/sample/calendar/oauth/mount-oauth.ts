import { timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { CalendarState } from '../calendar-state.ts'
import type { OAuthApplication } from './application.ts'
import {
  singleParameter,
  readAuthorizationRequest,
  readRedirectUri,
} from './authorization-request.ts'
import type { Grants, TokenPair } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import { consentPage, errorPage } from './pages.ts'

type Parts = { state: CalendarState; application: OAuthApplication; grants: Grants }

/**
 * The authorization server of the calendar: `authorize` for people, `token` and `revoke` for the
 * application.
 *
 * Like some well-known servers, its token endpoint responds with a form instead of JSON.
 */
export const mountOAuth = (app: Hono, parts: Parts): void => {
  app.get('/oauth/authorize', (context) =>
    answerInBrowser(parts, context, (parameters) =>
      consentPage(
        context,
        readAuthorizationRequest(parts.application, parameters).scopes,
        parts.state.users,
      ),
    ),
  )
  app.post('/oauth/authorize', async (context) => {
    const decision = String((await context.req.parseBody())['decision'] ?? '')
    return answerInBrowser(parts, context, (parameters) =>
      sendBack(parts, context, parameters, decide(parts, parameters, decision)),
    )
  })
  app.post('/oauth/token', (context) =>
    answerApplication(parts, context, (form) => ({ ...grant(parts, form) })),
  )
  app.post('/oauth/revoke', (context) =>
    answerApplication(parts, context, (form) => {
      parts.grants.revoke(required(form, 'token'))
      return {}
    }),
  )
}

const decide = (
  { application, grants, state }: Parts,
  parameters: URLSearchParams,
  decision: string,
): Record<string, string> => {
  const request = readAuthorizationRequest(application, parameters)
  const user = state.users.find(({ username }) => username === decision)
  if (!user) throw new OAuthError('access_denied', 'The user did not allow the access')
  return { code: grants.issueCode({ username: user.username, scopes: request.scopes }, request) }
}

/**
 * Errors are redirected to the application, or shown on a page if the redirect URI is not verified.
 */
const answerInBrowser = (
  parts: Parts,
  context: Context,
  answer: (parameters: URLSearchParams) => Response | Promise<Response>,
): Response | Promise<Response> => {
  const parameters = new URL(context.req.url).searchParams
  try {
    readRedirectUri(parts.application, parameters)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return errorPage(context, error.message)
  }
  try {
    return answer(parameters)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return sendBack(parts, context, parameters, {
      error: error.error,
      error_description: error.message,
    })
  }
}

const sendBack = (
  { state }: Parts,
  context: Context,
  parameters: URLSearchParams,
  answer: Record<string, string>,
): Response => {
  const target = new URL(parameters.get('redirect_uri') ?? '')
  const returned = {
    ...answer,
    ...(parameters.has('state') && { state: parameters.get('state') ?? '' }),
    iss: state.url,
  }
  for (const [name, value] of Object.entries(returned)) target.searchParams.set(name, value)
  return context.redirect(target.href, 303)
}

const grant = ({ grants }: Parts, form: URLSearchParams): TokenPair => {
  const type = required(form, 'grant_type')
  if (type === 'authorization_code')
    return grants.redeemCode(required(form, 'code'), {
      redirectUri: required(form, 'redirect_uri'),
      verifier: required(form, 'code_verifier'),
    })
  if (type === 'refresh_token') return grants.refresh(required(form, 'refresh_token'))
  throw new OAuthError(
    'unsupported_grant_type',
    'The grant types are authorization_code and refresh_token',
  )
}

const required = (form: URLSearchParams, name: string): string => {
  const value = singleParameter(form, name)
  if (value === undefined || value === '')
    throw new OAuthError('invalid_request', `The parameter ${name} is missing`)
  return value
}

const answerApplication = async (
  { application }: Parts,
  context: Context,
  answer: (form: URLSearchParams) => Record<string, string | number>,
): Promise<Response> => {
  context.header('cache-control', 'no-store')
  try {
    const form = new URLSearchParams(await context.req.text())
    rejectStranger(application, context.req.header('authorization'), form)
    return toForm(context, 200, answer(form))
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const isStranger = error.error === 'invalid_client'
    if (isStranger) context.header('www-authenticate', 'Basic realm="calendar"')
    return toForm(context, isStranger ? 401 : 400, {
      error: error.error,
      error_description: error.message,
    })
  }
}

const toForm = (
  context: Context,
  status: 200 | 400 | 401,
  fields: Record<string, string | number>,
): Response => {
  const form = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  )
  return context.body(form.toString(), status, {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

/** The application authenticates in the header or in the form. */
const rejectStranger = (
  { clientId, clientSecret }: OAuthApplication,
  header: string | undefined,
  form: URLSearchParams,
): void => {
  const [id, secret] = header?.startsWith('Basic ')
    ? readBasic(header.slice(6))
    : [singleParameter(form, 'client_id'), singleParameter(form, 'client_secret')]
  const [given, expected] = [Buffer.from(secret ?? ''), Buffer.from(clientSecret)]
  if (id !== clientId || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new OAuthError('invalid_client', 'The client_id or client_secret is wrong')
}

/** Both parts are form-encoded first (RFC 6749, 2.3.1). */
const readBasic = (encoded: string): (string | undefined)[] => {
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  const parsed = new URLSearchParams(`id=${id}&secret=${secret}`)
  return [parsed.get('id') ?? '', parsed.get('secret') ?? '']
}
