import { isIPv4 } from 'node:net'

/** Whether an address to listen on is one that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
