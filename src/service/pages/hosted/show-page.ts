import type { Context } from 'hono'
import type { Environment, OnError } from '../../endpoint/index.ts'
import { answerPage } from './layout.ts'
import { textsOf } from '../texts/index.ts'
import { brokenPage, type Undone } from './error-pages.ts'

/** Creates handlers that show a page even for errors, which says what an internal error left undone. */
export const createShowPage =
  ({ undone, onError }: { undone: Undone; onError: OnError }) =>
  (operation: string, show: (context: Context) => Promise<Response>) =>
  async (context: Context<Environment>): Promise<Response> => {
    try {
      return await show(context)
    } catch (thrown) {
      const requestId = context.get('requestId')
      onError(thrown, { requestId, operation })
      return answerPage(context, brokenPage(textsOf(context), undone, requestId))
    }
  }
