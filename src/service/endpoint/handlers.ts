import type {
  Endpoint,
  EndpointGroup,
  EndpointReply,
  EndpointRequest,
} from '../../contract/endpoint.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { Caller, OrganizationCaller, ProjectCaller } from './caller.ts'

/** Implements one operation: parsed request in, one of the declared answers out. */
export type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
  caller: CallerOf<E>,
  context: RequestContext,
) => Promise<EndpointReply<E>>

/** Implements a resource of the contract. */
export type Handlers<G extends EndpointGroup> = { readonly [Name in keyof G]: Handler<G[Name]> }

/** What a handler may need besides the request. */
export type RequestContext = {
  requestId: string
  /**
   * Aborted when the caller goes away, unless an Idempotency-Key lets them ask for the answer
   * again; for an answer that goes on, when it is over.
   */
  signal: AbortSignal
  /** The trace that the caller says the request belongs to. */
  trace: TraceContext | undefined
}

type CallerOf<E extends Endpoint> = E['auth'] extends 'project'
  ? ProjectCaller
  : E['auth'] extends 'organization'
    ? OrganizationCaller
    : E['auth'] extends 'owner'
      ? Caller
      : null
