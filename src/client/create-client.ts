import type { Contract } from '../contract/contract.ts'
import type { Endpoint, EndpointInput, EndpointResult } from '../contract/endpoint.ts'
import { connect, type ClientOptions, type Connection } from './connection.ts'
import { loadOperations, loadResource } from './load-operations.ts'
import type { CallInput, CallOptions } from './send.ts'

/**
 * An operation of the interface as a function: takes parameters, query and body; returns the body
 * of the answer.
 */
export type ClientCall<E extends Endpoint> =
  unknown extends EndpointInput<E>
    ? (input?: Record<string, never>, options?: CallOptions) => Promise<EndpointResult<E>>
    : Record<string, never> extends EndpointInput<E>
      ? (input?: EndpointInput<E>, options?: CallOptions) => Promise<EndpointResult<E>>
      : (input: EndpointInput<E>, options?: CallOptions) => Promise<EndpointResult<E>>

/** Every operation of the interface: `client.<resource>.<operation>(input, options)`. */
export type Client = {
  readonly [Resource in keyof Contract]: {
    readonly [
      Operation in keyof Contract[Resource]
    ]: Contract[Resource][Operation] extends infer E extends Endpoint ? ClientCall<E> : never
  }
}

/**
 * Creates a typed client for the REST interface of a service.
 *
 * The client is derived from the contract, which is loaded on the first call. Failures throw a
 * `PlugboardError`. Calls are only retried if that is safe. Redirects are refused, so a key is
 * never sent to another host.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8787', apiKey: 'pbk_…' })
 * const session = await client.sessions.create({ body: { user_id: 'ada' } })
 * const { items } = await client.tools.list({ query: { toolkit_slug: ['github'], limit: 50 } }, { timeoutMs: 5_000 })
 */
export const createClient = (options: ClientOptions): Client => {
  const connection = connect(options)
  return createClientOf(() => connection)
}

/** The same for a connection that is first needed by a call, which fails where it throws. */
export const createClientOf = (connect: () => Connection): Client => {
  const call = async (
    resource: string,
    operation: string,
    input: CallInput = {},
    callOptions: CallOptions = {},
  ) => {
    const connection = connect()
    const [endpoints, { openStream, send, streamedData }] = await Promise.all([
      loadResource(resource),
      loadOperations(),
    ])
    const endpoint = endpoints?.[operation]
    if (!endpoint) throw new TypeError(`There is no operation ${resource}.${operation}`)
    return streamedData(endpoint.responses[200])
      ? openStream(connection, endpoint, input, callOptions)
      : send(connection, endpoint, input, callOptions)
  }
  return members((resource) =>
    members(
      (operation) => (input?: CallInput, callOptions?: CallOptions) =>
        call(resource, operation, input, callOptions),
    ),
  ) as unknown as Client
}

/**
 * An object that creates its members on access. None of them can be mistaken for `then` or
 * `toJSON`.
 */
const members = <T>(make: (name: string) => T): Record<string, T> =>
  new Proxy<Record<string, T>>(
    {},
    {
      get: (made, name) =>
        typeof name !== 'string' || name === 'then' || name === 'toJSON'
          ? undefined
          : (made[name] ??= make(name)),
    },
  )
