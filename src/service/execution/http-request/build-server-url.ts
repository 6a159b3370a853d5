import type { HttpRequestTemplate } from '../../catalog/index.ts'
import { keptWith } from '../../platform/kept-with.ts'
import { RequestBuildError } from './request-build-error.ts'

export type ServerContext = {
  /** Base of a relative server. */
  baseUrl?: string
  /** Values of the server's `{variables}`, from the connected account. They must not change. */
  variables?: Readonly<Record<string, string>>
}

type Server = HttpRequestTemplate['server']
type Variables = NonNullable<ServerContext['variables']>

/** The absolute address of the server, with its variables filled and without a trailing slash. */
export const buildServerUrl = (
  server: Server,
  { baseUrl, variables = noVariables }: ServerContext,
): string => {
  const ofServer = keptWith(built, server, () => new WeakMap<Variables, Built>())
  const latest = ofServer.get(variables)
  if (latest && latest.baseUrl === baseUrl) return latest.url
  const url = build(server, baseUrl, variables)
  ofServer.set(variables, { baseUrl, url })
  return url
}

const noVariables: Variables = {}

/** Calls with one account build the same address each time. */
type Built = { baseUrl: string | undefined; url: string }
const built = new WeakMap<Server, WeakMap<Variables, Built>>()

const build = (server: Server, baseUrl: string | undefined, variables: Variables): string => {
  const url = withBase(server.url, baseUrl).replace(/\{([^{}]+)\}/g, (_, name: string) =>
    variableOf(server, variables, name),
  )
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (
    !parsed ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username !== '' ||
    parsed.password !== ''
  ) {
    const shown = url.replace(/\/\/[^/?#]*@/, '//…@')
    const advice = "check the toolkit's base URL and the account's server fields"
    throw new RequestBuildError(
      'server',
      `"${shown}" is not an absolute http(s) address without credentials; ${advice}`,
    )
  }
  return url.replace(/[?#].*$/, '').replace(/\/+$/, '')
}

const withBase = (url: string, baseUrl: string | undefined): string => {
  const isAbsolute =
    /^([a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\//i.test(url) || /^\{[^{}/]+\}(\/|$)/.test(url)
  if (isAbsolute || baseUrl === undefined) return url
  return `${baseUrl.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`
}

const variableOf = (server: Server, values: Variables, name: string): string => {
  const declared =
    server.variables && Object.hasOwn(server.variables, name) ? server.variables[name] : undefined
  const given = Object.hasOwn(values, name) ? values[name] : undefined
  // The default comes from the description and may contain a path.
  if (given === undefined || given === declared?.default) return declared?.default ?? missing(name)
  if (declared?.enum)
    return declared.enum.includes(given)
      ? given
      : refuse(name, `must be one of ${declared.enum.join(', ')}`)
  // An account's value fills a part of the address; it must not be able to change the other parts.
  if (isInPath(server.url, name) && /^[\w~][\w.~:@!$&'()*+,;=-]{0,500}$/.test(given)) return given
  const host = isWholeAddress(server.url, name)
    ? given.replace(/^https?:\/\//, '').replace(/\/$/, '')
    : given
  return /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(:\d{1,5})?$/.test(host) && !host.includes('..')
    ? given.replace(/\/$/, '')
    : refuse(name, 'may have letters, digits, ".", "_", "-" and a port')
}

/** `{base_url}/v1`: the variable includes the scheme. */
const isWholeAddress = (url: string, name: string): boolean =>
  url === `{${name}}` || url.startsWith(`{${name}}/`)

/** Behind the host: what cannot end a part of the path cannot change another one. */
const isInPath = (url: string, name: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*|\{[^{}]+\}):\/\/[^/?#]*\//i.test(url.slice(0, url.indexOf(`{${name}}`)))

const missing = (name: string): never => {
  throw new RequestBuildError(
    name,
    `The server address needs a value for "${name}"; the connected account has none`,
  )
}

const refuse = (name: string, rule: string): never => {
  throw new RequestBuildError(name, `"${name}" in the server address ${rule}`)
}
