import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isTrustworthy } from '../../platform/is-trustworthy.ts'

/** A browser is known by a random cookie; only its hash ever reaches the database. */
export const readBrowser = (context: Context, secure: boolean): string | undefined => {
  const text = secure ? getCookie(context, name, 'host') : getCookie(context, name)
  return text !== undefined && /^[\w-]{22}$/.test(text) ? text : undefined
}

/**
 * `lax`: the browser sends it when the provider sends its user back, and not with a form that
 * another site submits.
 */
export const startBrowser = (context: Context, secure: boolean): string => {
  const browser = randomBytes(16).toString('base64url')
  setCookie(context, name, browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 24 * 60 * 60,
    secure,
    ...(secure && { prefix: 'host' as const }),
  })
  return browser
}

/** What the form must bring along: only a page of ours, in this browser, could show it. */
export const toFormToken = (browser: string, token: string): string =>
  createHash('sha256').update(`form ${browser} ${token}`).digest('base64url').slice(0, 22)

/**
 * Whether another site may have submitted the form. Browsers that do not say where a form came from
 * are left to the cookie and the form's own token; `null` is what they say under a policy without
 * referrer.
 */
export const isForeign = (context: Context, publicUrl: string): boolean => {
  const site = context.req.header('sec-fetch-site')
  const origin = context.req.header('origin')
  if (site !== undefined && site !== 'same-origin') return true
  return origin !== undefined && origin !== 'null' && origin !== new URL(publicUrl).origin
}

/**
 * Whether a browser says that this page itself sent the form. Every browser says so where the
 * connection can be trusted; elsewhere nothing does, and the cookie and the form's own token have
 * to do.
 */
export const isFromThisPage = (context: Context, publicUrl: string): boolean =>
  !isForeign(context, publicUrl) &&
  (context.req.header('sec-fetch-site') === 'same-origin' || !isTrustworthy(new URL(publicUrl)))

const name = 'plugboard_browser'
