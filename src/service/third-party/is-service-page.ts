/** Whether an address is a page of this service, parsed as a browser parses it. */
export const isServicePage = (text: string, own: URL): boolean => {
  const start = text.search(/https?:|\/\//i)
  const url = start === -1 ? null : URL.parse(text.slice(start), own)
  return url !== null && isSameHost(url, own) && isPagePath(url.pathname, own.pathname)
}

const isSameHost = (url: URL, own: URL): boolean => {
  if (isLoopback(url) && isLoopback(own)) return url.port === own.port
  return url.host.replace(/\.(?=:|$)/, '') === own.host
}

/** The URL parser normalizes every spelling of an IPv4 address. */
const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(
    hostname,
  )

const isPagePath = (path: string, ownPath: string): boolean => {
  const base = ownPath.replace(/\/+$/, '')
  const rest = decode(path).replaceAll(/\/{2,}/g, '/')
  return (
    rest.startsWith(`${base}/`) &&
    /^\/(?:connect|approve|connections|console)(?:\/|$)/i.test(rest.slice(base.length))
  )
}

const maximumRounds = 3

/** Encoded characters may be encoded again, and encoded dots may form `..`. */
const decode = (path: string): string => {
  let decoded = path
  for (let round = 0; round < maximumRounds && decoded.includes('%'); round += 1) {
    const once = decoded.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    decoded = new URL(once.replaceAll(/[?#]/g, '_'), 'http://host').pathname
  }
  return decoded
}
