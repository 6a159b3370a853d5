import ipaddr from 'ipaddr.js'

/** Normalizes the spelling of a host and its port. */
export const endpointKey = (hostname: string, port: string): string => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return `${ipaddr.isValid(host) ? ipaddr.parse(host).toString() : host} ${port}`
}
