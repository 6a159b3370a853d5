import type {
  Endpoint,
  EndpointGroup,
  EndpointReply,
  EndpointRequest,
} from '../../contract/endpoint.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Caller, OrganizationCaller, ProjectCaller } from './caller.ts'

/** Implements one operation: takes the parsed request and returns one of the declared responses. */
type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
  caller: CallerOf<E>,
  context: RequestContext,
) => Promise<EndpointReply<E>>

/** Implements a group of the contract. */
export type Handlers<G extends EndpointGroup> = { readonly [Name in keyof G]: Handler<G[Name]> }

/** The context of a handler, in addition to the request. */
export type RequestContext = {
  requestId: string
  /**
   * Aborted when the client disconnects, unless an Idempotency-Key lets it request the response
   * again; for a streamed response, when the stream ends.
   */
  signal: AbortSignal
  /** The trace of the request, as sent by the caller. */
  trace: TraceContext | undefined
}

type CallerOf<E extends Endpoint> = E['auth'] extends 'project'
  ? ProjectCaller
  : E['auth'] extends 'organization'
    ? OrganizationCaller
    : E['auth'] extends 'owner'
      ? Caller
      : null
