import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/** The languages of the pages for users. */
const languages = ['en', 'de', 'fr', 'es', 'ja', 'pt'] as const
export type Language = (typeof languages)[number]

/** More than any browser sends. */
const maximumLanguages = 20
const cookie = 'plugboard_language'

/**
 * The language of a page: the one that its address asks for by `lang`, also on the way back from a
 * provider, otherwise the one of ours that the browser prefers, otherwise English.
 */
export const chooseLanguage = (context: Pick<Context, 'req'>): Language =>
  askedLanguage(context) ??
  toLanguage(getCookie(context as Context, cookie) ?? '') ??
  accepted(context.req.header('accept-language') ?? '')
    .map(toLanguage)
    .find((language) => language !== undefined) ??
  'en'

/** Keeps the language that an address asks for, as long as the browser is open. */
export const rememberLanguage: MiddlewareHandler = async (context, next) => {
  await next()
  const language = askedLanguage(context)
  if (language !== undefined)
    setCookie(context, cookie, language, { path: '/', httpOnly: true, sameSite: 'Lax' })
}

const askedLanguage = ({ req }: Pick<Context, 'req'>): Language | undefined =>
  toLanguage(req.query('lang') ?? '')

/** Of a tag such as `de-AT`. */
const toLanguage = (tag: string): Language | undefined => {
  const primary = tag.trim().toLowerCase().split('-')[0]
  return languages.find((language) => language === primary)
}

/** The tags of a header `Accept-Language`, the preferred one first. */
const accepted = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',', maximumLanguages)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';')
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
