import { PlugboardError } from './plugboard-error.ts'

/** The service's URL, the keys, and limits for requests. */
export type ClientOptions = {
  /** Base URL of the service without `/api/v3`, for example `http://127.0.0.1:8787`. */
  baseUrl: string
  /** Project key (`pbk_…`). */
  apiKey?: string | undefined
  /** User key (`pbu_…`); accepted by the same operations. */
  userApiKey?: string | undefined
  /** Organization key (`pbo_…`), for operations on projects. */
  orgApiKey?: string | undefined
  /** Connect token of one user (`pbt_…`), in a browser, for `connections`. */
  connectToken?: string | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Timeout in milliseconds of a call including its retries; default: 90,000. `Infinity`: none. */
  timeoutMs?: number | undefined
  /** Maximum number of retries of a call that can be repeated safely; default: 2. */
  retries?: number | undefined
}

/** The validated options. */
export type Connection = {
  baseUrl: string
  headers: Record<string, string>
  fetch: typeof fetch
  timeoutMs: number
  retries: number
  /** Removes the keys from a text of unknown origin. */
  withoutKeys: (text: string) => string
}

const keyHeaders = {
  apiKey: 'x-api-key',
  userApiKey: 'x-user-api-key',
  orgApiKey: 'x-org-api-key',
  connectToken: 'x-connect-token',
} as const

/**
 * Validates the options once, so that an invalid key or URL is reported here and not by a request,
 * whose error would contain the value.
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
        `"${option}" is not a key: it is empty or contains characters that keys never have`,
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
  const address = url.href.replace(/\/+$/, '')
  if (address.endsWith('/api/v3'))
    throw new PlugboardError('misconfigured', '"baseUrl" ends with /api/v3, which is added to it', {
      suggestedFix: `Pass ${address.slice(0, -'/api/v3'.length)}`,
    })
  return address
}
