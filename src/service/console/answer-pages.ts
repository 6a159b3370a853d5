import type { Context } from 'hono'
import { sendError, type Environment, type OnError } from '../endpoint/index.ts'

type Work = (context: Context<Environment>) => Promise<Response>

/** Makes handlers of what only pages of the console ask for: never cached, errors as in the interface. */
export const answerPages =
  (onError: OnError) =>
  (operation: string, work: Work) =>
  async (context: Context<Environment>): Promise<Response> => {
    context.header('cache-control', 'no-store')
    try {
      return await work(context)
    } catch (thrown) {
      return sendError(context, thrown, undefined, () =>
        onError(thrown, { requestId: context.get('requestId'), operation }),
      )
    }
  }
