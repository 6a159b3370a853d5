import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Exchange, ListStamps } from './exchange.ts'
import { toRpcErrorResponse } from './to-rpc-error-response.ts'

type Parts = {
  /** Aborts when the service stops. */
  closing: AbortSignal
  onError: (error: unknown) => void
  lookEveryMs: number
  /** Limits per caller, and for all callers of this node. */
  maximum: { perOwner: number; total: number }
}

/**
 * Serves `subscriptions/listen`: a streamed response that notifies the client when a list changes.
 *
 * It ends when the client disconnects, when its caller loses access to the endpoint, and when the
 * service stops; the client then subscribes again, at any node.
 */
export const createSubscriptions = ({ closing, onError, lookEveryMs, maximum }: Parts) => {
  const take = createSlots(maximum)
  const open = new Set<McpHttpHandler>()
  closing.addEventListener('abort', () => {
    for (const handler of open) void handler.close()
  })

  /** One per subscription: it serves one endpoint and ends independently. */
  const createHandler = (
    { offer, requestId, readTrace, look }: Exchange,
    known: ListStamps,
    onEnd: () => void,
  ): McpHttpHandler => {
    const handler = createMcpHandler(
      () => offer.createServer({ requestId, readTrace, opensPages: false, canListen: true }),
      {
        legacy: 'reject',
        onerror: onError,
        bus: {
          publish: () => {},
          subscribe: (notify) => {
            open.add(handler)
            const stop = watchLists(
              { known, look, everyMs: lookEveryMs },
              {
                onChange: (list) => notify({ kind: `${list}_list_changed` }),
                onGone: (reason) => {
                  onError(reason)
                  void handler.close()
                },
              },
            )
            return () => {
              stop()
              open.delete(handler)
              onEnd()
            }
          },
        },
      },
    )
    return handler
  }

  return async (exchange: Exchange, id: string | number): Promise<Response> => {
    const release = take(exchange.caller)
    if (!release)
      return toRpcErrorResponse(
        200,
        -32603,
        'Too many subscriptions are open: close one, or ask for tools/list again where you need it',
        { id },
      )
    try {
      const handler = createHandler(exchange, await exchange.offer.stamps(), release)
      const response = await handler.fetch(exchange.request, { parsedBody: exchange.body })
      if (!open.has(handler)) release()
      if (closing.aborted) await handler.close()
      return response
    } catch (error) {
      release()
      throw error
    }
  }
}

/** Slots for subscriptions, limited per owner and in total. */
const createSlots = ({ perOwner, total }: { perOwner: number; total: number }) => {
  const taken = new Map<string, number>()
  let all = 0

  /**
   * Takes a slot and returns the function that releases it (calling it again has no effect);
   * `undefined` if none is available.
   */
  return (owner: string): (() => void) | undefined => {
    const own = taken.get(owner) ?? 0
    if (own >= perOwner || all >= total) return undefined
    taken.set(owner, own + 1)
    all += 1
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      all -= 1
      const left = (taken.get(owner) ?? 1) - 1
      if (left > 0) taken.set(owner, left)
      else taken.delete(owner)
    }
  }
}

type Watched = { known: ListStamps; look(): Promise<ListStamps>; everyMs: number }
type Listener = { onChange(list: keyof ListStamps): void; onGone(reason: unknown): void }

const lists = ['tools', 'prompts', 'resources'] as const

/**
 * Polls, because other nodes change lists too, until the returned function is called or the
 * endpoint is gone.
 */
const watchLists = (
  { known, look, everyMs }: Watched,
  { onChange, onGone }: Listener,
): (() => void) => {
  let last = known
  let isOver = false
  const lookAgain = async (): Promise<void> => {
    try {
      const now = await look()
      if (isOver) return
      for (const list of lists) if (now[list] !== last[list]) onChange(list)
      last = now
      timer = setTimeout(lookAgain, everyMs)
    } catch (reason) {
      if (!isOver) onGone(reason)
    }
  }
  let timer = setTimeout(lookAgain, everyMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
