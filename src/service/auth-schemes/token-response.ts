import { z } from 'zod'
import { dayMs } from '../platform/clock.ts'
import {
  OutboundError,
  type OutboundResponse,
  type OutboundSend,
} from '../platform/outbound/index.ts'
import { GrantError, type AccountValues, type GrantContext } from './scheme.ts'
import { quote } from '../platform/quote.ts'
import { parseJson } from '../platform/untrusted-text/index.ts'
import { selectPath } from '../third-party/index.ts'

/** The response of a provider to a token request. */
export type TokenResponse = {
  status: number
  /** The fields of a JSON object or form; empty if the response is neither. */
  fields: Record<string, unknown>
  /** The raw body. */
  text: string
  /** The provider's description of the problem, safe to show; empty if there is none. */
  problem: string
}

const timeoutMs = 15_000
const maximumBytes = 1024 * 1024

/**
 * Requests a token from a provider. Throws a `GrantError` if the provider could not be reached or
 * was too busy; the scheme interprets every other response.
 */
export const requestToken = async (
  { send, client, values, now }: Pick<GrantContext, 'send' | 'client' | 'values' | 'now'>,
  request: Parameters<OutboundSend>[0],
): Promise<TokenResponse> => {
  const { host } = new URL(request.url)
  const response = await send({
    ...request,
    timeoutMs,
    maxResponseBytes: maximumBytes,
    maxRedirects: 0,
  }).catch((cause: unknown) => {
    if (cause instanceof OutboundError)
      throw new GrantError(
        isRejectedAddress(cause) ? 'misconfigured' : 'unavailable',
        `The provider could not be reached: ${cause.message}`,
        { cause },
      )
    throw cause
  })
  const text = new TextDecoder().decode(response.body)
  const fields = parseFields(text)
  const problem = plain(describe(fields), [client, values])
  if (response.status >= 300 && response.status < 400)
    throw new GrantError(
      'misconfigured',
      `${host} responded to the token request with a redirect (${response.status}), which is not followed`,
    )
  if (isBusy(response)) {
    throw new GrantError(
      'unavailable',
      `${host} cannot issue a token at the moment (${response.status})${withReason(problem)}`,
      { retryAfterMs: retryAfter(response, now) },
    )
  }
  return { status: response.status, fields, text, problem }
}

/** `": " + problem`, if there is one. */
const withReason = (problem: string): string => (problem === '' ? '' : `: ${quote(problem, 500)}`)

/** An error, with the reason of the provider, if any. */
export const toGrantError = (
  kind: GrantError['kind'],
  message: string,
  { status, problem }: Pick<TokenResponse, 'status' | 'problem'>,
): GrantError => new GrantError(kind, `${message} (${status})${withReason(problem)}`)

/** A rule about addresses refused the request, so a retry cannot help. */
const isRejectedAddress = ({ kind }: OutboundError): boolean =>
  kind === 'blocked' || kind === 'invalid_url' || kind === 'redirects'

/** Some providers respond with 403 to too many requests, with the time to wait. */
const isBusy = ({ status, headers }: OutboundResponse): boolean =>
  status === 429 ||
  status >= 500 ||
  status === 408 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'))

const longestWaitMs = dayMs

const retryAfter = ({ headers }: OutboundResponse, now: Date): number | undefined => {
  const text = headers['retry-after']?.trim() ?? ''
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestWaitMs) : undefined
}

/** By content: token providers often send a wrong media type. */
const parseFields = (text: string): Record<string, unknown> => {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return jsonObject.safeParse(trimmed).data ?? {}
  return /^[\w.~%+-]+=[^\s<>{}]*$/.test(trimmed)
    ? Object.fromEntries(new URLSearchParams(trimmed))
    : {}
}

/** Ids that a toolkit keeps may have 64 bits. */
const limits = {
  maximumBytes,
  maximumValues: 20_000,
  maximumDepth: 64,
  keepsIntegers: true,
} as const

const jsonObject = z
  .string()
  .transform((text, context) => {
    try {
      return parseJson(text, limits)
    } catch {
      context.addIssue('is not JSON')
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), z.unknown()))

const describe = (fields: Record<string, unknown>): string => {
  const texts = [
    fields['error'],
    fields['error_description'],
    fields['message'],
    fields['oauth_problem'],
  ].map((value) =>
    typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)['message']
      : value,
  )
  return [...new Set(texts.filter((text) => typeof text === 'string' && text !== ''))].join(', ')
}

/** One short line of a third party's text. */
export const plainText = (text: string): string => plain(text, [])

/** One short line, without credentials that it may repeat. */
const plain = (text: string, holders: AccountValues[]): string => {
  const secrets = holders
    .flatMap((holder) => Object.values(holder))
    .filter((value): value is string => typeof value === 'string' && value.length >= 8)
    .toSorted((a, b) => b.length - a.length)
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  return hidden
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
}

/**
 * The fields of a token response that the toolkit keeps, such as the address of the user's
 * instance.
 */
export const keptValues = (
  keep: Record<string, string> = {},
  fields: Record<string, unknown>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keep).flatMap(([field, name]) => {
      const value = atPath(fields, field)
      return value === undefined || value === null ? [] : [[name, toAddressPart(field, value)]]
    }),
  )

/** A field of a response: by its name, which may contain dots, otherwise by its path. */
export const atPath = (fields: Record<string, unknown>, path: string): unknown =>
  Object.hasOwn(fields, path) ? fields[path] : selectPath(fields, path)

/**
 * These values fill variables of addresses, so each must be the address of a host or a plain name.
 */
const toAddressPart = (field: string, value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && text.length <= 255) {
    if (/^[0-9A-Za-z]([\w.-]*\w)?$/.test(text) && !text.includes('..')) return text
    const url = /^https?:\/\/[^\s\\@?#]+$/i.test(text) ? URL.parse(text) : null
    if (url) return url.href.replace(/\/+$/, '')
  }
  throw new GrantError(
    'misconfigured',
    `The provider's answer has a ${field} that is neither the address of a host nor a plain name`,
  )
}
