import { toJsonObject, toText, type JsonObject } from '../document/json-object.ts'

/**
 * The server that tools call, of those that a description offers in a place: the first that is for
 * real and speaks https, else for real, else the first.
 */
export const chooseServer = (servers: unknown[]): JsonObject =>
  toJsonObject(
    servers
      .map(toJsonObject)
      .map((server, index) => ({ server, index, rank: rankOf(server) }))
      .toSorted((one, other) => one.rank - other.rank || one.index - other.index)[0]?.server,
  )

const rankOf = (server: JsonObject): number => {
  const url = toText(server.url)
  const isReal = !isLocal(url) && !isForTrial(url, toText(server.description))
  return (isReal ? 0 : 2) + (/^http:/i.test(url) ? 1 : 0)
}

/** The author's machine; alone, it is the operator's. */
const isLocal = (url: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|[^/?#:]*\.local)(?=[:/?#]|$)/i.test(
    url,
  )

const trial = 'sandbox|staging|stage|stg|demo|mock|test|testing|qa|uat|preprod|playground'
const trialLabel = new RegExp(`^(?:${trial})$`, 'i')
const trialText = /\b(?:sandbox|staging|demo|mock|test|testing|development|local(?:host)?)\b/i

/**
 * Whether a server is for trying things out: by the names before its domain, by the beginning of its
 * path, or by what is said of it.
 */
export const isForTrial = (url: string, description = ''): boolean => {
  const [, host = '', path = ''] =
    /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#:]*)[^/?#]*([^?#]*)/i.exec(url) ?? []
  const names = host
    .split('.')
    .slice(0, -2)
    .flatMap((label) => label.split(/[-_]/))
  const first = path.split('/').find((segment) => segment !== '') ?? ''
  return (
    names.some((name) => trialLabel.test(name)) ||
    /^(?:sandbox|demo|mock)$/i.test(first) ||
    (trialText.test(description) && !/\b(?:prod\w*|live|real)\b/i.test(description))
  )
}
