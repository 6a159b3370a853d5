import { isIP } from 'node:net'
import type { AddressRules } from './create-address-rules.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'

/**
 * The address of a host, after the rules had their say. A literal address is its own; `parseTarget`
 * has checked it.
 */
export const resolveChecked = (
  rules: AddressRules,
  hostname: string,
  port: string,
  resolve: Resolve,
): Promise<string> =>
  new Promise((fulfil, reject) => {
    const literal = hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(literal) !== 0) return fulfil(literal)
    guardedLookup(rules, port, resolve)(hostname, {}, (error, address) =>
      error ? reject(error) : fulfil(String(address)),
    )
  })
