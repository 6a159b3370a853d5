import ipaddr from 'ipaddr.js'
import { carriedAddresses, type Address } from './carried-addresses.ts'

/**
 * Names the special range of an address ('loopback', 'private', …), or returns undefined for an
 * ordinary public one. An IPv6 address that embeds an IPv4 address is judged by the embedded
 * address.
 */
export const specialRange = (address: Address): string | undefined =>
  carriedAddresses(address)
    .map(rangeOf)
    .find((range) => range !== undefined)

const rangeOf = (address: Address): string | undefined => {
  if (address instanceof ipaddr.IPv4 && address.match(azurePlatform)) return 'cloud metadata'
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast))
    return address.range() === 'unicast' ? 'reserved' : address.range()
  const range = address.range()
  return range === 'unicast' ? undefined : range
}

// Azure's platform service listens on an address in a public range.
const azurePlatform = ipaddr.IPv4.parseCIDR('168.63.129.16/32')
// The only part of the IPv6 space that is allocated for the public internet; ipaddr.js calls the
// unassigned rest 'unicast' too.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
