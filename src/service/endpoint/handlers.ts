import type {
  Endpoint,
  EndpointGroup,
  EndpointReply,
  EndpointRequest,
} from '../../contract/endpoint.ts'
import type { TraceContext } from '../platform/trace-context.ts'
import type { OrganizationCaller, ProjectCaller, TicketCaller } from './caller.ts'

/** Implements one operation: takes the parsed request and returns one of the declared responses. */
type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
  caller: CallerOf<E>,
  context: RequestContext,
) => Promise<EndpointReply<E> & KeyRelease & Validator>

/** Nothing was done, so the idempotency key of the request can be used again. */
export type KeyRelease = { mayRunAgain?: boolean }

/** The ETag of a cacheable response that has one of its own; default: a digest of the body. */
export type Validator = { etag?: string }

/** Implements a group of the contract. */
export type Handlers<G extends EndpointGroup> = { readonly [Name in keyof G]: Handler<G[Name]> }

/** The context of a handler, in addition to the request. */
export type RequestContext = {
  requestId: string
  /**
   * Aborted when the client disconnects, unless an Idempotency-Key lets it request the response
   * again; then when the request is cancelled. For a streamed response, when the stream ends.
   */
  signal: AbortSignal
  /** The trace of the request, as sent by the caller. */
  trace: TraceContext | undefined
  /** Present if the request has an Idempotency-Key. */
  runPart?: RunPart
}

/**
 * Runs one of the calls that a request consists of, under an idempotency key of its own: the key of
 * the request and the call's position. A repeated request gets the first outcome of each call that
 * was made, and makes the others.
 */
export type RunPart = <Outcome>(
  part: { index: number; content: unknown; parse: (stored: unknown) => Outcome },
  run: () => Promise<{ outcome: Outcome } & KeyRelease>,
) => Promise<Outcome>

type CallerOf<E extends Endpoint> = E['auth'] extends 'project'
  ? ProjectCaller
  : E['auth'] extends 'organization'
    ? OrganizationCaller
    : E['auth'] extends 'owner'
      ? ProjectCaller | OrganizationCaller
      : E['auth'] extends 'ticket'
        ? TicketCaller
        : null
