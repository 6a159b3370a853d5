import type { Context } from 'hono'
import type { ByteBudget } from '../platform/byte-budget.ts'

/** Smaller bodies are not counted: refusing them frees nothing. */
const smallBytes = 64 * 1024

/**
 * Does work for a request while its body counts as bytes of the owner. A body that does not say its
 * length counts as the largest that is taken.
 */
export const holdBody = async <Result>(
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
