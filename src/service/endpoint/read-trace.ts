import type { Context } from 'hono'
import { readTraceContext, type TraceContext } from '../platform/trace-context.ts'
import type { Environment } from './environment.ts'

/**
 * The trace that a request belongs to: of its span, where spans are collected, else as its caller
 * said it.
 *
 * Without baggage: programs send theirs with every request, and what is in it was not meant for
 * third parties.
 */
export const readTrace = (context: Context<Environment>): TraceContext | undefined =>
  context.get('trace') ??
  readTraceContext((field) => (field === 'baggage' ? undefined : context.req.header(field)))
