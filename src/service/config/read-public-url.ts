import { ConfigError } from './config-error.ts'
import { isPrivateConnection } from '../platform/is-private-connection.ts'

/**
 * The base URL of all addresses. Over plain http, anybody on the network path can read keys and
 * sessions, and browsers cannot authenticate the service's pages. Those load each other from the root
 * of their host, and share it with nobody.
 */
export const readPublicUrl = (text: string, allowHttp: boolean): string => {
  const url = new URL(text)
  if (!allowHttp && !isPrivateConnection(url))
    throw new ConfigError(
      `PLUGBOARD_PUBLIC_URL is ${text}, which would expose keys in the network. Use an https address, or set PLUGBOARD_ALLOW_HTTP=1 in a private network`,
    )
  if (url.username || url.password)
    throw new ConfigError(
      'PLUGBOARD_PUBLIC_URL holds a user name or password, which every answer would show: leave it out',
    )
  if (/^\/*$/.test(url.pathname) && !url.search && !url.hash) return text.replace(/\/+$/, '')
  throw new ConfigError(
    `PLUGBOARD_PUBLIC_URL is ${text}, and must end with the host and port: the pages of the service need the root of their host. Give the service a host name of its own, such as https://tools.example.com, and have the proxy pass all of its paths on unchanged`,
  )
}
