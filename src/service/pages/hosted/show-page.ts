import type { Context, Env } from 'hono'
import { answerPage } from './layout.ts'
import { brokenPage } from './refusals.ts'

export type OnError = (thrown: unknown, context: { requestId: string; operation: string }) => void

/**
 * Makes handlers that answer people with pages, whatever happens. `undone`: what a defect leaves
 * undone, as the beginning of a sentence.
 */
export const createShowPage =
  <E extends Env & { Variables: { requestId: string } }>({
    undone,
    onError,
  }: {
    undone: string
    onError: OnError
  }) =>
  (operation: string, show: (context: Context) => Promise<Response>) =>
  async (context: Context<E>): Promise<Response> => {
    try {
      return await show(context)
    } catch (thrown) {
      const requestId = context.get('requestId')
      onError(thrown, { requestId, operation })
      return answerPage(context, brokenPage(undone, requestId))
    }
  }
