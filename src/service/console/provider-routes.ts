import type { Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { z } from 'zod'
import type { Environment, OnError } from '../endpoint/index.ts'
import { unlessDamaged, type Secrets } from '../platform/secrets/index.ts'
import { storedJson } from '../platform/stored-json.ts'
import { setSessionCookie } from './cookie.ts'
import type { Attempt, createProvider } from './provider.ts'
import { lifetimeMs, type ConsoleSessions } from './sessions.ts'

type Parts = {
  provider: ReturnType<typeof createProvider>
  sessions: ConsoleSessions
  organization: () => Promise<string>
  secrets: Pick<Secrets, 'createDataKey' | 'open'>
  publicUrl: () => string
  onError: OnError
}

const attemptSeconds = 600
const cookieName = 'plugboard_console_attempt'
const place = { record: 'console', field: 'attempt' }

const readAttempt = storedJson(
  'console.attempt',
  z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() }),
)

/**
 * Signing in with the OpenID provider. What is needed on the way back is in a cookie of the browser,
 * encrypted, so that any node can finish what another began and nobody fills a table.
 */
export const mountProvider = (app: Hono<Environment>, parts: Parts): void => {
  const isSecure = () => parts.publicUrl().startsWith('https:')
  const cookie = (): CookieOptions => ({
    path: '/',
    httpOnly: true,
    // The way back begins at the provider.
    sameSite: 'Lax',
    secure: isSecure(),
    ...(isSecure() && { prefix: 'host' }),
  })

  app.get('/console/sign-in', (context) =>
    orRefuse(parts, context, async () => {
      const { url, attempt } = await parts.provider.begin(toPage(context.req.query('to')))
      const options = { ...cookie(), maxAge: attemptSeconds }
      setCookie(context, cookieName, seal(parts, attempt), options)
      return context.redirect(url)
    }),
  )

  app.get('/console/sign-in/callback', (context) =>
    orRefuse(parts, context, async () => {
      const sent = isSecure()
        ? getCookie(context, cookieName, 'host')
        : getCookie(context, cookieName)
      const attempt = open(parts, sent)
      deleteCookie(context, cookieName, cookie())
      if (!attempt) return refuse(context, 'expired')
      const person = await parts.provider.finish(new URL(context.req.url), attempt)
      if (!person) return refuse(context, 'not_allowed')
      const token = await parts.sessions.start(await parts.organization(), person)
      setSessionCookie(context, parts.publicUrl(), token, lifetimeMs)
      return context.redirect(attempt.to)
    }),
  )
}

/** Only pages of the console: an address elsewhere would make this service's link lead anywhere. */
const toPage = (to = ''): string => (/^\/console\/p\/[\w./?=&%+-]*$/.test(to) ? to : '/console')

const seal = ({ secrets }: Parts, attempt: Attempt): string => {
  const wrapped = secrets.createDataKey('console')
  return `${wrapped}~${secrets.open('console', wrapped).encrypt(JSON.stringify(attempt), place)}`
}

const open = ({ secrets }: Parts, text = ''): Attempt | undefined => {
  const [wrapped = '', sealed = ''] = text.split('~')
  return unlessDamaged<Attempt | undefined, undefined>(
    () => readAttempt(secrets.open('console', wrapped).decrypt(sealed, place), 'the cookie'),
    () => undefined,
  )
}

/** Signing in failed; the page says so in its own words. */
const refuse = (context: Context, why: 'expired' | 'not_allowed' | 'failed'): Response =>
  context.redirect(`/console?refused=${why}`)

const orRefuse = async (
  { onError }: Parts,
  context: Context<Environment>,
  work: () => Promise<Response>,
): Promise<Response> => {
  context.header('cache-control', 'no-store')
  context.header('referrer-policy', 'no-referrer')
  try {
    return await work()
  } catch (thrown) {
    onError(thrown, { requestId: context.get('requestId'), operation: 'console.signIn' })
    return refuse(context, 'failed')
  }
}
