import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse, type CookieOptions } from 'hono/utils/cookie'

/**
 * The cookie of the console. Over https its prefix binds it to this host and to secure connections.
 * Over http on this machine, which not every browser counts as secure, it has the port in its name:
 * browsers share cookies between the ports of a host.
 */
const cookieOf = (
  publicUrl: string,
): { name: string; sentName: string; options: CookieOptions } => {
  const { protocol, port } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const name = isSecure ? 'plugboard_console' : `plugboard_console_${port || '80'}`
  return {
    name,
    sentName: isSecure ? `__Host-${name}` : name,
    options: {
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure,
      ...(isSecure && { prefix: 'host' }),
    },
  }
}

/** The token of the session, from the header `Cookie`. */
export const readSessionCookie = (
  publicUrl: string,
  cookies: string | undefined,
): string | undefined => {
  const { sentName } = cookieOf(publicUrl)
  const token = cookies === undefined ? undefined : parse(cookies, sentName)[sentName]
  return token !== undefined && /^cs_\w{20,60}$/.test(token) ? token : undefined
}

export const setSessionCookie = (
  context: Context,
  publicUrl: string,
  token: string,
  maximumAgeMs: number,
): void => {
  const { name, options } = cookieOf(publicUrl)
  setCookie(context, name, token, { ...options, maxAge: Math.floor(maximumAgeMs / 1000) })
}

export const deleteSessionCookie = (context: Context, publicUrl: string): void => {
  const { name, options } = cookieOf(publicUrl)
  deleteCookie(context, name, options)
}
