import type { Context } from 'hono'
import { readTraceContext, type TraceContext } from '../platform/trace-context.ts'
import type { Environment } from './environment.ts'

/**
 * The trace of a request: that of its span if spans are enabled, otherwise the caller's.
 *
 * Without baggage, which callers send with every request and which is not meant for third parties.
 */
export const readTrace = (context: Context<Environment>): TraceContext | undefined =>
  context.get('trace') ??
  readTraceContext((field) => (field === 'baggage' ? undefined : context.req.header(field)))
