/** Returns the header with this name. */
export type Header = (name: string) => string | undefined

/**
 * The keys of a request in the headers of the REST API: a bearer token is equivalent to the
 * specific header.
 */
export const readKeys = (header: Header): Header => {
  const authorization = header('authorization')
  const bearer = authorization && /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  return (name) => header(name) ?? (name === 'x-user-api-key' ? bearer : undefined)
}

/** The key of a server or session, if the request has one. */
export const readMcpKey = (keys: Header): string | undefined =>
  ['x-api-key', 'x-user-api-key'].map(keys).find((key) => key?.startsWith('pbm_'))

/** Whether the request has any key. */
export const carriesKey = (keys: Header): boolean =>
  Boolean(keys('x-api-key') || keys('x-user-api-key'))
