/**
 * The headers to send: names in lower case, with defaults added and without headers of the
 * connection.
 */
export const requestHeaders = (
  headers: Record<string, string> = {},
  userAgent = 'node',
): Record<string, string> => {
  const result: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
  }
  for (const name in headers) {
    const lowerCase = name.toLowerCase()
    const value = headers[name]
    if (value !== undefined && !connectionHeaders.has(lowerCase)) result[lowerCase] = value
  }
  return result
}

// A `host` of the caller would also set the name that the server's certificate is checked against.
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
