import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Exchange, ListStamps } from './exchange.ts'
import { createPlaces } from './create-places.ts'
import { refuse } from './refuse.ts'
import { watchLists } from './watch-lists.ts'

type Parts = {
  /** Aborts when the service stops. */
  closing: AbortSignal
  onError: (error: unknown) => void
  lookEveryMs: number
  /** Of one caller, and of all callers of this node. */
  maximum: { perOwner: number; total: number }
}

/**
 * Serves `subscriptions/listen`: an answer that goes on, in which a client hears that a list has
 * changed.
 *
 * It ends when the client goes, when its caller may not use the endpoint any more, and when the
 * service stops; then the client asks again, at any node.
 */
export const createSubscriptions = ({ closing, onError, lookEveryMs, maximum }: Parts) => {
  const take = createPlaces(maximum)
  const open = new Set<McpHttpHandler>()
  closing.addEventListener('abort', () => {
    for (const handler of open) void handler.close()
  })

  /** One for each subscription: its changes are those of one endpoint, and it ends alone. */
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
          subscribe: (tell) => {
            open.add(handler)
            const stop = watchLists(
              { known, look, everyMs: lookEveryMs },
              {
                onChange: (list) => tell({ kind: `${list}_list_changed` }),
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
    const giveBack = take(exchange.caller)
    if (!giveBack)
      return refuse(
        200,
        -32603,
        'Too many subscriptions are open: close one, or ask for tools/list again where you need it',
        { id },
      )
    try {
      const handler = createHandler(exchange, await exchange.offer.stamps(), giveBack)
      const response = await handler.fetch(exchange.request, { parsedBody: exchange.body })
      if (!open.has(handler)) giveBack()
      if (closing.aborted) await handler.close()
      return response
    } catch (error) {
      giveBack()
      throw error
    }
  }
}
