import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Normalizes the spelling of a host and its port. */
export const endpointKey = (hostname: string, port: string): string => {
  // Four decimal numbers have one spelling, and nearly every address that is checked comes so.
  if (isIPv4(hostname)) return `${hostname} ${port}`
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return `${ipaddr.isValid(host) ? ipaddr.parse(host).toString() : host} ${port}`
}
