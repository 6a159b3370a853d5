import type { Context } from 'hono'
import type { Environment, OnError } from '../../endpoint/index.ts'
import { answerPage } from './layout.ts'
import { brokenPage } from './error-pages.ts'

/**
 * Creates handlers that show a page even for errors. `undone` says what an internal error leaves
 * undone, as the beginning of a sentence.
 */
export const createShowPage =
  ({ undone, onError }: { undone: string; onError: OnError }) =>
  (operation: string, show: (context: Context) => Promise<Response>) =>
  async (context: Context<Environment>): Promise<Response> => {
    try {
      return await show(context)
    } catch (thrown) {
      const requestId = context.get('requestId')
      onError(thrown, { requestId, operation })
      return answerPage(context, brokenPage(undone, requestId))
    }
  }
