import type { IncomingMessage } from 'node:http'
import type { TraceContext } from '../platform/trace-context.ts'

/** The Hono context of every request. */
export type Environment = {
  /** Node's request, if the application is served by Node. */
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    requestId: string
    /** Headers of every answer, in lower case, and those that the handling of the request adds. */
    headers: Record<string, string>
    /** An answer that has them already, and the length of its body. */
    sent: { response: Response; bytes: number } | undefined
    operation: string | undefined
    projectId: string | undefined
    /** The key, or the connect token, that the request was sent with. */
    keyId: string | undefined
    /** The trace of this request's span, if spans are enabled. */
    trace: TraceContext | undefined
  }
}

/** Reports a problem to the operator. */
export type OnError = (thrown: unknown, context: { requestId: string; operation: string }) => void
