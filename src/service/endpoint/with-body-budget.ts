import type { Context } from 'hono'
import type { ByteBudget } from '../platform/byte-budget.ts'

/** Smaller bodies are not counted: refusing them would free no memory. */
const smallBytes = 64 * 1024

/**
 * Runs work for a request while its body counts towards the owner's bytes. A body without a
 * declared length counts as the maximum.
 */
export const withBodyBudget = async <Result>(
  budget: ByteBudget,
  owner: string,
  { context, maximumBytes }: { context: Context; maximumBytes: number },
  work: () => Promise<Result>,
): Promise<Result> => {
  const length = context.req.header('content-length')
  const isChunked = context.req.header('transfer-encoding') !== undefined
  const bytes = Math.min(
    length === undefined ? (isChunked ? maximumBytes : 0) : Number(length),
    maximumBytes,
  )
  if (!(bytes > smallBytes)) return work()
  const lease = budget.open(owner, bytes)
  try {
    return await work()
  } finally {
    lease.release()
  }
}
