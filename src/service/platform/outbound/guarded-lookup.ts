import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { AddressRules } from './create-address-rules.ts'
import { ForbiddenAddress } from './forbidden-address.ts'

/** `dns.lookup` in the form that returns all addresses. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A DNS lookup for sockets to one port. A name is resolved once per connection and the socket
 * connects to the checked addresses, which prevents DNS rebinding. One forbidden address is enough
 * to refuse the name.
 */
export const guardedLookup =
  (rules: AddressRules, port: string, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const range = addresses
        .map(({ address }) => rules.forbids(hostname, port, address))
        .find((range) => range !== undefined)
      if (range !== undefined) return callback(new ForbiddenAddress(range), [])
      const [first] = addresses
      if (!first) return callback(noAddress(hostname), [])
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

const noAddress = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`No address for ${hostname}`), { code: 'ENOTFOUND' })
