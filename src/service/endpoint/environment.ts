import type { IncomingMessage } from 'node:http'
import type { TraceContext } from '../platform/trace-context.ts'

/** What every request carries through its handlers. */
export type Environment = {
  /** Node's request, where the application is served by Node. */
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    requestId: string
    operation: string | undefined
    projectId: string | undefined
    /** Of the span of this request, where spans are collected. */
    trace: TraceContext | undefined
  }
}

/** Reports what the operator should look at. */
export type OnError = (thrown: unknown, context: { requestId: string; operation: string }) => void
