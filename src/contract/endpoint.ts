import type { z } from 'zod'
import type { ErrorSlug } from './errors.ts'

/** Version prefix of every path. */
export const basePath = '/api/v3'

/**
 * The keys that an operation accepts (spec 5): `project`, a project's or user's key;
 * `organization`, the organization's key; `owner`, any of the three; `ticket`, a connect token of
 * one user; `public`, none.
 */
export type EndpointAuth = 'project' | 'organization' | 'owner' | 'ticket' | 'public'

/** An operation of the interface. Everything else about it is derived from this value. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path relative to `/api/v3`, with parameters in braces. */
  path: `/${string}`
  summary: string
  description?: string
  auth: EndpointAuth
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** A body is needed although none of its fields is: one of several must be there. */
  needsBody?: true
  /**
   * The body is a file of any type, which the handler receives as a stream. A repeated request
   * creates a second file; both expire.
   */
  isBinary?: boolean
  /**
   * Deprecated names of body fields -> current names. A deprecated name is used if the current one
   * is absent.
   */
  aliases?: Readonly<Record<string, string>>
  /**
   * The body restricts access, so a misspelt key could fail to restrict it. A key that resembles a
   * known one is refused, and any other unknown key is listed in `warnings` of the answer.
   */
  restricts?: boolean
  responses: Readonly<Record<number, z.ZodType>>
  errors: readonly ErrorSlug[]
  /** The operation creates or executes something, and accepts an `Idempotency-Key`. */
  idempotencyKey?: boolean
  /** An error status below 500 means that nothing was done, so its idempotency key can be used again. */
  refusesUndone?: true
  /** Whether a request consists of calls that are repeated one by one. */
  isBatch?: (body: unknown) => boolean
  /** Answers have an ETag, and `If-None-Match` is supported. */
  cacheable?: true
  /** Maximum size of the body in bytes; default: 4 MiB. */
  maximumBodyBytes?: number
}

/** A resource: its operations by name. */
export type EndpointGroup = Readonly<Record<string, Endpoint>>

/** Declares an operation and keeps its exact type. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** What a handler receives: parsed by the endpoint's schemas. */
export type EndpointRequest<E extends Endpoint> = {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  content: E extends { isBinary: true } ? ReceivedContent : undefined
}

/** The body of a binary request, as the handler receives it. */
export type ReceivedContent = { length: number | undefined; bytes: AsyncIterable<Uint8Array> }

/** The body of a binary request, as a caller of the client passes it. */
export type SentContent = Blob | Uint8Array<ArrayBuffer>

/** What a handler returns: one of the declared statuses with its body. */
export type EndpointReply<E extends Endpoint> = {
  [S in keyof E['responses']]: { status: S; body: z.input<E['responses'][S]> }
}[keyof E['responses']]

/** The input of a client call. Parts without required fields are optional. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Body<E> &
  (E extends { isBinary: true } ? { content: SentContent } : unknown)

/** The result of a client call. */
export type EndpointResult<E extends Endpoint> = z.output<E['responses'][keyof E['responses']]>

type Schema<E, K extends string> = E extends { readonly [Key in K]: infer S extends z.ZodType }
  ? S
  : never
type Parsed<E, K extends string> = [Schema<E, K>] extends [never]
  ? undefined
  : z.output<Schema<E, K>>
type Body<E> = E extends { needsBody: true }
  ? { body: z.input<Schema<E, 'body'>> }
  : Part<E, 'body'>
type Part<E, K extends string> = [Schema<E, K>] extends [never]
  ? unknown
  : Record<string, never> extends z.input<Schema<E, K>>
    ? { [Key in K]?: z.input<Schema<E, K>> }
    : { [Key in K]: z.input<Schema<E, K>> }
