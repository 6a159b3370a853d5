import type { HttpRequestTemplate, ToolDefinition, ToolkitDefinition } from './definitions.ts'

export type Server = HttpRequestTemplate['server']
type Servers = Pick<ToolkitDefinition, 'baseUrl' | 'baseServer' | 'servers'>

/** The base of relative proxy endpoints; undefined when the toolkit names no absolute address. */
export const baseServerOf = ({ baseUrl, baseServer }: Servers): Server | undefined =>
  baseServer && isAbsolute(baseServer)
    ? baseServer
    : baseUrl === undefined
      ? undefined
      : { url: baseUrl }

/** Every absolute server of a toolkit, the base first. */
export const serversOf = (definition: Servers): Server[] =>
  distinct(
    [baseServerOf(definition), ...(definition.servers ?? [])].filter(
      (server) => server !== undefined,
    ),
  )

/** The servers of tools that do not depend on the toolkit's base URL, without duplicates. */
export const absoluteServers = (tools: ToolDefinition[]): Server[] =>
  distinct(tools.map(({ request }) => request.server).filter(isAbsolute))

/** The names of an account's values that choose the host of a request. */
export const hostVariables = (definition: Servers): Set<string> =>
  new Set(serversOf(definition).flatMap(variablesOfHost))

/** The unfilled variables in scheme and host of an address. */
export const variablesOfHost = ({ url }: Server): string[] =>
  [...authorityOf({ url }).matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '')

/** Scheme and host of an address, with unfilled variables. */
export const authorityOf = ({ url }: Pick<Server, 'url'>): string => authority.exec(url)?.[0] ?? ''

/** `{base_url}/v1` begins with a variable that holds scheme and host. */
const authority = /^(?:(?:[a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\/)?[^/?#]*/i

const isAbsolute = ({ url }: Server): boolean =>
  /^(?:[a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\//i.test(url) || /^\{[^{}/]+\}(?:\/|$)/.test(url)

const distinct = (servers: Server[]): Server[] => [
  ...new Map(servers.map((server) => [JSON.stringify(server), server])).values(),
]
