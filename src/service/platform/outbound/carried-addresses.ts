import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

export type Address = IPv4 | IPv6

/**
 * The addresses that a packet to this address may reach: the address itself, or the IPv4 addresses
 * embedded in an IPv6 transition form. A gateway may unwrap those, so `64:ff9b::7f00:1` counts as
 * 127.0.0.1.
 */
export const carriedAddresses = (address: Address): Address[] => {
  if (address instanceof ipaddr.IPv4) return [address]
  const form = transitionForms.find(({ matches }) => matches(address))
  return form ? form.unwrap(address) : [address]
}

const within = (cidr: string) => {
  const range = ipaddr.IPv6.parseCIDR(cidr)
  return (address: IPv6) => address.match(range)
}

const embedded = (address: IPv6, firstByte: number): IPv4 =>
  new ipaddr.IPv4(address.toByteArray().slice(firstByte, firstByte + 4))

const complement = (address: IPv4): IPv4 =>
  new ipaddr.IPv4(address.octets.map((octet) => 255 - octet))

const transitionForms: {
  matches: (address: IPv6) => boolean
  unwrap: (address: IPv6) => Address[]
}[] = [
  // IPv4-mapped
  { matches: within('::ffff:0:0/96'), unwrap: (address) => [embedded(address, 12)] },
  // IPv4-translated, RFC 6145
  { matches: within('::ffff:0:0:0/96'), unwrap: (address) => [embedded(address, 12)] },
  // NAT64, RFC 6052. Not 64:ff9b:1::/48, where each network chooses the position of the IPv4
  // address.
  { matches: within('64:ff9b::/96'), unwrap: (address) => [embedded(address, 12)] },
  // 6to4, RFC 3056
  { matches: within('2002::/16'), unwrap: (address) => [embedded(address, 2)] },
  // Teredo, RFC 4380: the server, and the client with its bits inverted
  {
    matches: within('2001::/32'),
    unwrap: (address) => [embedded(address, 4), complement(embedded(address, 12))],
  },
  // ISATAP, RFC 5214: any prefix, the interface identifier holds the IPv4 address
  {
    matches: (address) =>
      address.parts[5] === 0x5efe && [0, 0x200].includes(address.parts[4] ?? -1),
    unwrap: (address) => [address, embedded(address, 12)],
  },
]
