import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isPrivateConnection } from '../../platform/is-private-connection.ts'

/** A random cookie identifies a browser; only its hash is stored. */
export const readBrowser = (context: Context, secure: boolean): string | undefined => {
  const text = secure ? getCookie(context, name, 'host') : getCookie(context, name)
  return text !== undefined && /^[\w-]{22}$/.test(text) ? text : undefined
}

/**
 * `lax`: the browser sends it after the redirect from the provider, but not with a form that
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

/** The CSRF token of a form, which only a page of the service in this browser can hold. */
export const toFormToken = (browser: string, token: string): string =>
  createHash('sha256').update(`form ${browser} ${token}`).digest('base64url').slice(0, 22)

/**
 * Whether another site may have submitted the form. Without an `Origin` header, the cookie and the
 * form token have to suffice; `null` is sent under a no-referrer policy.
 */
export const isCrossSite = (context: Context, publicUrl: string): boolean => {
  const site = context.req.header('sec-fetch-site')
  const origin = context.req.header('origin')
  if (site !== undefined && site !== 'same-origin') return true
  return origin !== undefined && origin !== 'null' && origin !== new URL(publicUrl).origin
}

/**
 * Whether the browser declares that this page itself submitted the form. Every browser does on a
 * secure connection; elsewhere the cookie and the form token have to suffice.
 */
export const isSameOrigin = (context: Context, publicUrl: string): boolean =>
  !isCrossSite(context, publicUrl) &&
  (context.req.header('sec-fetch-site') === 'same-origin' ||
    !isPrivateConnection(new URL(publicUrl)))

const name = 'plugboard_browser'
