import ipaddr from 'ipaddr.js'
import { carriedAddresses } from './carried-addresses.ts'
import type { Address } from './carried-addresses.ts'
import { specialRange } from './special-range.ts'

export type AddressRules = {
  /** Undefined when connecting is allowed; otherwise the range that forbids it. `hostname` is as a parsed URL has it. */
  forbids(hostname: string, port: string, address: string): string | undefined
  /** The ports that entries name. */
  ports: ReadonlySet<string>
}

/**
 * Decides which addresses may be connected to: every public one, and the others only where `allow` names them,
 * as `host:port` (the host of the URL, or the address) or as a CIDR. A transition form is as allowed as the addresses it carries.
 */
export function createAddressRules(allow: string[]): AddressRules {
  const entries = allow.map(entry => entry.trim()).filter(entry => entry !== '')
  const ranges = entries.filter(entry => entry.includes('/')).map(parseRange)
  const named = entries.filter(entry => !entry.includes('/')).map(parseEndpoint)
  const endpoints = new Set(named.map(({ host, port }) => endpoint(host, port)))

  const isAllowed = (address: Address, port: string): boolean =>
    endpoints.has(endpoint(address.toString(), port)) || ranges.some(range => contains(range, address))

  return {
    ports: new Set(named.map(({ port }) => port)),
    forbids(hostname, port, text) {
      if (endpoints.has(endpoint(unbracket(hostname), port))) return undefined
      if (!ipaddr.isValid(text)) return 'unreadable'
      return carriedAddresses(ipaddr.parse(text)).filter(carried => !isAllowed(carried, port)).map(specialRange).find(range => range !== undefined)
    },
  }
}

type Range = [Address, number]

function parseRange(entry: string): Range {
  try {
    return ipaddr.parseCIDR(entry)
  } catch (cause) {
    throw new Error(`The outbound allow list has "${entry}", which is no CIDR such as 10.1.0.0/16`, { cause })
  }
}

function parseEndpoint(entry: string): { host: string, port: string } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  const hostname = host === undefined ? undefined : URL.parse(`http://${host}/`)?.hostname
  if (!hostname || !port || Number(port) < 1 || Number(port) > 65_535) {
    throw new Error(`The outbound allow list has "${entry}", which is neither host:port (such as localhost:4000 or [::1]:4000) nor a CIDR`)
  }
  return { host: unbracket(hostname), port: String(Number(port)) }
}

// An address has many spellings, so its own is used on both sides.
const endpoint = (host: string, port: string): string => `${ipaddr.isValid(host) ? ipaddr.parse(host).toString() : host} ${port}`

const unbracket = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

const contains = (range: Range, address: Address): boolean => range[0].kind() === address.kind() && address.match(range)
