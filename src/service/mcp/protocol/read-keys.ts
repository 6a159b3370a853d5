/** Looks a header up by its name. */
export type Header = (name: string) => string | undefined

/**
 * The keys of a request by the headers of REST: a bearer token is as good as the header of its
 * kind.
 */
export const readKeys = (header: Header): Header => {
  const authorization = header('authorization')
  const bearer = authorization && /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  return (name) => header(name) ?? (name === 'x-user-api-key' ? bearer : undefined)
}

/** The key of one server or session, where the request carries one. */
export const readMcpKey = (keys: Header): string | undefined =>
  ['x-api-key', 'x-user-api-key'].map(keys).find((key) => key?.startsWith('pbm_'))

/** Whether the request carries any key at all. */
export const carriesKey = (keys: Header): boolean =>
  Boolean(keys('x-api-key') || keys('x-user-api-key'))
