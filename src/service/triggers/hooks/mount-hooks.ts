import type { Context, Hono } from 'hono'
import type { Environment, OnError } from '../../endpoint/index.ts'
import type { TraceContext } from '../../platform/trace-context.ts'
import type { FoundHook, HookAnswer, ReceiveHook } from './receive-hook.ts'

type Parts = {
  hooks: ReceiveHook
  onError: OnError
}

const maximumBytes = 1024 * 1024

/** `/hooks/{token}`: where providers push events, and make sure that the address is meant. */
export const mountHooks = (app: Hono<Environment>, { hooks, onError }: Parts): void => {
  app.on(['GET', 'POST'], '/hooks/:token', async (context) => {
    context.set('operation', 'hooks.receive')
    try {
      const found = await hooks.find(context.req.param('token'))
      return send(
        context,
        'status' in found ? found : await receive(context, hooks, found, context.get('trace')),
      )
    } catch (error) {
      onError(error, { requestId: context.get('requestId'), operation: 'hooks.receive' })
      return send(context, {
        status: 503,
        text: 'It could not be taken now: send it again',
        headers: { 'retry-after': '10' },
      })
    }
  })
}

type Refusal = { status: 400 | 413 | 415 | 503; text: string; headers?: Record<string, string> }

const receive = async (
  context: Context,
  hooks: ReceiveHook,
  found: FoundHook,
  trace: TraceContext | undefined,
): Promise<HookAnswer | Refusal> => {
  const encoding = context.req.header('content-encoding')
  if (encoding !== undefined && encoding !== 'identity')
    return { status: 415, text: 'Send the body uncompressed' }
  const body = await readBytes(context.req.raw)
  if (!body) return { status: 413, text: `The body is larger than ${maximumBytes} bytes` }
  if (body === 'unfinished')
    return { status: 400, text: 'The body of the request did not arrive whole' }
  return hooks.receive(
    found,
    {
      method: context.req.method === 'GET' ? 'GET' : 'POST',
      headers: Object.fromEntries(context.req.raw.headers),
      query: context.req.query(),
      body,
    },
    trace,
  )
}

/** Undefined when there is more than is taken. */
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

const send = (context: Context, { status, text, headers }: HookAnswer | Refusal): Response =>
  context.body(text, status, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...headers,
  })
