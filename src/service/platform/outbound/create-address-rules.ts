import ipaddr from 'ipaddr.js'
import { carriedAddresses, type Address } from './carried-addresses.ts'
import type { Egress } from './egress.ts'
import { endpointKey } from './endpoint-key.ts'
import { parseAllowEntry, type AllowEntry } from './parse-allow-entry.ts'
import { specialRange } from './special-range.ts'

/** The rules for the requests of one egress. */
export type AddressRules = {
  egress: Egress
  /** Allows public addresses only if an entry names them. */
  listedOnly: boolean
  /** Equal for two sets of rules that allow the same addresses, so that they can share sockets. */
  key: string
  /**
   * Returns undefined when connecting is allowed, otherwise the forbidden range. `hostname` is
   * spelled as in a parsed URL.
   */
  forbids(hostname: string, port: string, address: string): string | undefined
  /** The ports that the entries name. */
  ports: ReadonlySet<string>
}

type RulesFor = (egress: Egress, options?: Pick<AddressRules, 'listedOnly'>) => AddressRules

/** The reported range of a public address that is forbidden only because no entry names it. */
export const publicRange = 'public'

/**
 * Decides which addresses are allowed: every public one, and another only if an entry of `allow`
 * covers the request and names the address, as `host:port` (the host of the URL, or the address) or
 * as a CIDR. A transition form is allowed if the addresses that it embeds are. `generation` tells apart
 * the rules of lists that followed each other, which share no sockets.
 */
export const createAddressRules = (allow: readonly string[], generation = 0): RulesFor => {
  const entries = allow
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(parseAllowEntry)
  // Bounded by the number of distinct sets of entries that apply to one request.
  const known = new Map<string, Omit<AddressRules, 'egress'>>()

  return (egress, { listedOnly } = { listedOnly: false }) => {
    const covering = [...entries.keys()].filter((index) => entries[index]?.covers(egress))
    const key = `${generation} ${listedOnly ? 'listed' : 'public'} ${covering.join(' ')}`
    const rules =
      known.get(key) ??
      toRules(
        key,
        covering.flatMap((index) => entries[index] ?? []),
        listedOnly,
      )
    known.set(key, rules)
    return { ...rules, egress }
  }
}

const toRules = (
  key: string,
  entries: AllowEntry[],
  listedOnly: boolean,
): Omit<AddressRules, 'egress'> => {
  const targets = entries.map(({ target }) => target)
  const ranges = targets.flatMap((target) => ('range' in target ? [target.range] : []))
  const named = targets.flatMap((target) => ('range' in target ? [] : [target]))
  const endpoints = new Set(named.map((target) => target.key))

  const isAllowed = (address: Address, port: string): boolean =>
    endpoints.has(endpointKey(address.toString(), port)) ||
    ranges.some((range) => contains(range, address))

  const rangeOf = (address: Address): string | undefined =>
    specialRange(address) ?? (listedOnly ? publicRange : undefined)

  return {
    key,
    listedOnly,
    ports: new Set(named.map(({ port }) => port)),
    forbids(hostname, port, text) {
      if (endpoints.has(endpointKey(hostname, port))) return undefined
      if (!ipaddr.isValid(text)) return 'unreadable'
      return carriedAddresses(ipaddr.parse(text))
        .filter((carried) => !isAllowed(carried, port))
        .map(rangeOf)
        .find((range) => range !== undefined)
    },
  }
}

const contains = (range: [Address, number], address: Address): boolean =>
  range[0].kind() === address.kind() && address.match(range)
