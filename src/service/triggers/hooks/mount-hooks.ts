import type { Context, Hono } from 'hono'
import type { Environment, OnError } from '../../endpoint/index.ts'
import type { FoundHook } from './find-hook.ts'
import type { HookResponse } from './hook-response.ts'
import type { ReceiveHook } from './receive-hook.ts'

type Parts = {
  hooks: ReceiveHook
  onError: OnError
}

const maximumBytes = 1024 * 1024

/** `/hooks/{token}`: where providers push events and verify the address. */
export const mountHooks = (app: Hono<Environment>, { hooks, onError }: Parts): void => {
  // HEAD is routed as GET.
  app.on(['GET', 'POST'], '/hooks/:token', async (context) => {
    context.set('operation', 'hooks.receive')
    try {
      const found = await hooks.find(context.req.param('token'))
      return send(context, 'status' in found ? found : await receive(context, hooks, found))
    } catch (error) {
      onError(error, { requestId: context.get('requestId'), operation: 'hooks.receive' })
      return send(context, {
        status: 503,
        text: 'The delivery could not be processed now: send it again',
        headers: { 'retry-after': '10' },
      })
    }
  })
}

type Refusal = { status: 400 | 413 | 415; text: string }

const receive = async (
  context: Context<Environment>,
  hooks: ReceiveHook,
  found: FoundHook,
): Promise<HookResponse | Refusal> => {
  const encoding = context.req.header('content-encoding')
  if (encoding !== undefined && encoding !== 'identity')
    return { status: 415, text: 'Send the body uncompressed' }
  const body = await readBytes(context.req.raw)
  if (!body) return { status: 413, text: `The body is larger than ${maximumBytes} bytes` }
  if (body === 'unfinished') return { status: 400, text: 'The body of the request is incomplete' }
  const { method, url } = context.req
  const [, search] = /^[^?#]*(\?[^#]*)/.exec(url) ?? []
  return hooks.receive(
    found,
    {
      method: method === 'GET' || method === 'HEAD' ? method : 'POST',
      headers: Object.fromEntries(context.req.raw.headers),
      repeated: repeatedHeaders(context.env?.incoming?.rawHeaders),
      query: context.req.query(),
      search: search ?? '',
      body,
    },
    context.get('trace'),
  )
}

/** Names that occur more than once: Node joins the values, or drops all but the first. */
const repeatedHeaders = (rawHeaders: string[] = []): Set<string> => {
  const once = new Set<string>()
  const repeated = new Set<string>()
  for (const [index, text] of rawHeaders.entries()) {
    if (index % 2 === 1) continue
    const name = text.toLowerCase()
    if (once.has(name)) repeated.add(name)
    once.add(name)
  }
  return repeated
}

/** Undefined when the body is too large. */
const readBytes = async (request: Request): Promise<Uint8Array | 'unfinished' | undefined> => {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maximumBytes) return undefined
      chunks.push(chunk)
    }
  } catch {
    return 'unfinished'
  }
  return Buffer.concat(chunks)
}

const send = (
  context: Context,
  { status, text, headers }: HookResponse | (Refusal & { headers?: never }),
): Response => {
  const given = {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    // What a trigger type declares as an answer is nothing for a browser.
    'content-security-policy': "default-src 'none'; sandbox",
    ...headers,
  }
  return status === 204 ? context.body(null, status, given) : context.body(text, status, given)
}
