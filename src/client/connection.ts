import { PlugboardError } from './plugboard-error.ts'

/** Where the service is, how to prove who asks, and how patient to be. */
export type ClientOptions = {
  /** Address of the service without `/api/v3`, for example `http://127.0.0.1:8787`. */
  baseUrl: string
  /** Key of a project (`pbk_…`). */
  apiKey?: string | undefined
  /** Key of a person (`pbu_…`); opens the same operations. */
  userApiKey?: string | undefined
  /** Key of the organization (`pbo_…`), for the operations on projects. */
  orgApiKey?: string | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** For a whole call, repetitions included: 60 seconds by default. */
  timeoutMs?: number | undefined
  /** How often a call that can do no harm is sent again: 2 by default. */
  retries?: number | undefined
}

/** The checked options. */
export type Connection = {
  baseUrl: string
  headers: Record<string, string>
  fetch: typeof fetch
  timeoutMs: number
  retries: number
  /** Takes the keys out of a text that somebody else wrote. */
  withoutKeys: (text: string) => string
}

const keyHeaders = {
  apiKey: 'x-api-key',
  userApiKey: 'x-user-api-key',
  orgApiKey: 'x-org-api-key',
} as const

/**
 * Checks the options once, so that a bad key or address is named here and not by a request that
 * would repeat its value.
 */
export const connect = (options: ClientOptions): Connection => {
  const headers = toHeaders(options)
  const keys = Object.values(headers)
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    headers,
    fetch: options.fetch ?? ((request, init) => globalThis.fetch(request, init)),
    timeoutMs: options.timeoutMs ?? 90_000,
    retries: options.retries ?? 2,
    withoutKeys: (text) => keys.reduce((cleaned, key) => cleaned.replaceAll(key, '[key]'), text),
  }
}

const toHeaders = (options: ClientOptions): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [option, header] of Object.entries(keyHeaders) as [
    keyof typeof keyHeaders,
    string,
  ][]) {
    const key = options[option]
    if (key === undefined) continue
    if (!/^[\x21-\x7e]+$/.test(key)) {
      throw new PlugboardError(
        'misconfigured',
        `"${option}" is not a key: it is empty or holds characters that keys never have`,
        {
          suggestedFix: 'Look for a line break or quotes around the key where it is set',
        },
      )
    }
    headers[header] = key
  }
  return headers
}

const parseBaseUrl = (baseUrl: string): string => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new PlugboardError('misconfigured', '"baseUrl" is not a plain http or https address', {
      suggestedFix:
        'Pass an address such as http://127.0.0.1:8787, without user, password, query or fragment',
    })
  }
  return url.href.replace(/\/+$/, '')
}
