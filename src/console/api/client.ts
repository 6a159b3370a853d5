import type { CallOptions, Client } from '../../client/index.ts'
import { currentProject } from './current-project.ts'
import { operations } from './operations.ts'
import { send, type CallInput } from './send.ts'
import { isSignedIn, noticeEnd, session } from './session.ts'

const call = async (
  resource: string,
  operation: string,
  input: CallInput = {},
  options: CallOptions = {},
): Promise<unknown> => {
  const found = operations[resource]?.[operation]
  if (!found) throw new TypeError(`There is no operation ${resource}.${operation}`)
  const csrf = isSignedIn(session.value) ? session.value.csrf : ''
  try {
    return await send(found, input, options, { csrf, project: currentProject.value })
  } catch (error) {
    noticeEnd(error)
    throw error
  }
}

const members = <T>(make: (name: string) => T): Record<string, T> =>
  new Proxy<Record<string, T>>(
    {},
    { get: (made, name) => (typeof name === 'string' ? (made[name] ??= make(name)) : undefined) },
  )

/**
 * Every operation of the interface, for the project in the address of the page. Its types are
 * those of the client of `plugboard`; it sends the session's cookie instead of a key.
 *
 * @example
 * const { items } = await client.logs.list({ query: { status: 'error' } })
 */
export const client = members((resource) =>
  members(
    (operation) => (input?: CallInput, options?: CallOptions) =>
      call(resource, operation, input, options),
  ),
) as unknown as Client
