import ipaddr from 'ipaddr.js'

/** The same text for every spelling of a host and its port. */
export const endpointKey = (hostname: string, port: string): string => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return `${ipaddr.isValid(host) ? ipaddr.parse(host).toString() : host} ${port}`
}
