import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { readBody, type Environment, type OnError } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { answerPages } from './answer-pages.ts'
import { csrfHeader, findSession } from './authenticate.ts'
import { deleteSessionCookie, readSessionCookie, setSessionCookie } from './cookie.ts'
import { isOwnRequest } from './is-own-request.ts'
import { lifetimeMs, type ConsoleSession, type ConsoleSessions } from './sessions.ts'

type Parts = {
  sessions: ConsoleSessions
  publicUrl: () => string
  /** What the sign-in page offers besides one-time links. */
  signIn: { provider: string | null }
  onError: OnError
}

const linkBody = z.object({ token: z.string().min(1).max(200) })

/**
 * The session of a browser: who is signed in, signing in with a one-time link, and signing out.
 *
 * The token of a link is in the fragment of its address, which the page posts here: opening an
 * address changes nothing, since previews of links and scanners open them too.
 */
export const mountSession = (app: Hono<Environment>, parts: Parts): void => {
  const { sessions, publicUrl } = parts
  const tokenOf = (context: Context) =>
    readSessionCookie(publicUrl(), context.req.header('cookie')) ?? ''

  const answer = answerPages(parts.onError)

  app.get(
    '/console/session',
    answer('console.session', async (context) => {
      rejectOtherSites(publicUrl(), context)
      const session = await sessions.find(tokenOf(context))
      return context.json(session ? describe(session) : { person: null, sign_in: parts.signIn })
    }),
  )

  app.post(
    '/console/session',
    answer('console.signIn', async (context) => {
      rejectOtherSites(publicUrl(), context)
      const body = linkBody.safeParse(await readBody(context, 4096))
      const organization = body.success ? await sessions.useLink(body.data.token) : undefined
      if (organization === undefined)
        throw new ServiceError('unauthorized', 'The link was used already, or has expired', {
          suggestedFix: 'Get another one with `plugboard admin link`',
        })
      return signIn(context, parts, await sessions.start(organization))
    }),
  )

  app.post(
    '/console/session/renew',
    answer('console.renew', async (context) => {
      await findSession(parts, headerOf(context), context.req.header(csrfHeader))
      await sessions.renew(tokenOf(context))
      return context.body(null, 204)
    }),
  )

  app.delete(
    '/console/session',
    answer('console.signOut', async (context) => {
      await findSession(parts, headerOf(context), context.req.header(csrfHeader))
      await sessions.end(tokenOf(context))
      deleteSessionCookie(context, publicUrl())
      return context.body(null, 204)
    }),
  )
}

const headerOf = (context: Context) => (name: string) => context.req.header(name)

/** Hands the browser the cookie of a new session. */
const signIn = async (
  context: Context,
  { sessions, publicUrl }: Pick<Parts, 'sessions' | 'publicUrl'>,
  token: string,
): Promise<Response> => {
  setSessionCookie(context, publicUrl(), token, lifetimeMs)
  const session = await sessions.find(token)
  return context.json(session ? describe(session) : { person: null })
}

const describe = ({ person, expiresAt, csrf }: ConsoleSession) => ({
  person: { name: person.name, email: person.email, role: person.role },
  expires_at: expiresAt,
  csrf,
})

const rejectOtherSites = (publicUrl: string, context: Context): void => {
  if (isOwnRequest(publicUrl, headerOf(context))) return
  throw new ServiceError('forbidden', 'The request was sent by a page of another site', {
    suggestedFix: 'Open the console itself, and sign in there',
  })
}
