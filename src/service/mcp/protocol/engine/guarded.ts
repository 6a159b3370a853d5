import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/**
 * Converts a thrown error for the client. The error's message is sent only if it was written for
 * callers.
 */
export type DescribeError = (
  thrown: unknown,
  requestId: string,
) => { message: string; isCallers: boolean }

type Parts = { describeError: DescribeError; requestId: string }

/** Makes each thrown error one of the protocol; the library would send its message to the client. */
export const guarded = async <Result>(
  { describeError, requestId }: Parts,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown
    const { message, isCallers } = describeError(thrown, requestId)
    throw new ProtocolError(
      isCallers ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      message,
      { request_id: requestId },
    )
  }
}
