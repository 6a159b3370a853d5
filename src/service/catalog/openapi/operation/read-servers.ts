import type { HttpRequestTemplate } from '../../definitions.ts'
import { toJsonObject, toList, toText, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { chooseServer, isForTrial } from './choose-server.ts'

export type Server = HttpRequestTemplate['server']

export type ServerOptions = {
  /** Given by the import request: replaces every server of the description. */
  baseUrl?: string
  /** The same with variables that accounts fill. */
  server?: Server
  /** The description's address; its relative servers are relative to it. */
  sourceUrl?: string
}

/**
 * The server of an operation: its own, else its path's, else the document's.
 *
 * `baseUrl` overrides them all. A `baseUrl` that is only an origin (`https://host`) keeps the path
 * of a relative server (`/v1`).
 */
export const readServer = (
  document: OpenApiDocument,
  levels: JsonObject[],
  options: ServerOptions,
): Server => {
  if (options.server) return options.server
  const offered = [...levels, document.root]
    .map(({ servers }) => toList(servers))
    .find((servers) => servers.length > 0)
  const server = toServer(chooseServer(offered ?? []))
  if (options.baseUrl === undefined)
    return isAbsolute(server.url)
      ? server
      : { ...server, url: resolve(server.url, options.sourceUrl) }
  const base = options.baseUrl.replace(/\/+$/, '')
  if (isAbsolute(server.url) || new URL(base).pathname !== '/') return { url: base }
  return { ...server, url: resolve(server.url, `${base}/`) }
}

const toServer = ({ url, variables }: JsonObject): Server => {
  const named = Object.entries(toJsonObject(variables)).map(
    ([name, value]) => [name, toVariable(toJsonObject(value))] as const,
  )
  return {
    url: (toText(url) || '/').replace(/\/+$/, ''),
    ...(named.length > 0 && { variables: Object.fromEntries(named) }),
  }
}

const toVariable = (variable: JsonObject): { default: string; enum?: string[] } => {
  const choices = toList(variable.enum).map(String)
  const given = String(variable.default ?? choices[0] ?? '')
  // An environment to try things out in is not the one to call unless an account says so.
  const isReal = (choice: string) =>
    !isForTrial(choice.includes('//') ? choice : `//${choice}.domain.x`)
  return {
    default: isReal(given) ? given : (choices.find(isReal) ?? given),
    ...(choices.length > 0 && { enum: choices }),
  }
}

/** `https://…`, also where a variable stands for the scheme or the start of it. */
const isAbsolute = (url: string): boolean =>
  /^([a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\//i.test(url) || /^\{[^{}/]+\}(\/|$)/.test(url)

/** Not by the URL parser, as the braces of variables are not valid in a URL. */
const resolve = (url: string, base: string | undefined): string => {
  if (base === undefined || !URL.canParse(base)) return url
  const { protocol, origin, pathname } = new URL(base)
  if (url.startsWith('//')) return `${protocol}${url}`
  if (url === '' || url.startsWith('/')) return `${origin}${url}`
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  return `${origin}${folder}${url.replace(/^\.\//, '')}`
}

/** The address with the defaults of its variables; undefined while it is relative or lacks one. */
export const defaultUrl = ({ url, variables }: Server): string | undefined => {
  const filled = url.replace(
    /\{([^{}]+)\}/g,
    (whole, name: string) => variables?.[name]?.default ?? whole,
  )
  return /^https?:\/\/[^{}]*$/i.test(filled) && URL.canParse(filled) ? filled : undefined
}
