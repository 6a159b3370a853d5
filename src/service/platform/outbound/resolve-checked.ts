import { isIP } from 'node:net'
import type { AddressRules } from './create-address-rules.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'

/** Resolves a host and applies the rules. `parseTarget` has already checked a literal address. */
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
