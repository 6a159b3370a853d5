import type { OutboundSend } from '../../platform/outbound/index.ts'

const timeoutMs = 120_000
const maxResponseBytes = 8 * 1024 * 1024

/**
 * A `fetch` for a library, over the outbound client: addresses are checked, answers are bounded and
 * read completely.
 */
export const outboundFetch =
  (send: OutboundSend) =>
  async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (typeof init.body !== 'string') throw new TypeError('Only texts can be sent')
    const headers = Object.fromEntries(new Headers(init.headers))
    const {
      status,
      headers: answered,
      body,
    } = await send({
      url: url instanceof Request ? url.url : url,
      method: init.method ?? 'GET',
      headers,
      sensitiveHeaders: Object.keys(headers).filter((name) => name.includes('key')),
      body: init.body,
      maxRedirects: 0,
      timeoutMs,
      maxResponseBytes,
      ...(init.signal && { signal: init.signal }),
    })
    return new Response(Buffer.from(body), { status, headers: answered })
  }
