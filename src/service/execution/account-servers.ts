import type { Credential } from '../accounts/index.ts'
import {
  baseServerOf,
  hostVariables,
  serversOf,
  type Toolkit,
  type Server,
} from '../catalog/index.ts'
import { keptWith, keptWithBoth } from '../platform/kept-with.ts'
import { buildServerUrl, RequestBuildError } from './http-request/index.ts'
import { quote } from '../platform/quote.ts'

type Definition = Toolkit['definition']
type Values = Readonly<Record<string, unknown>>

/** Values that may fill an address of a server: only plain texts. */
export const textValues = (values: Values): Readonly<Record<string, string>> =>
  keptWith(texts, values, () =>
    Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  )

/** By the values of an account, which are kept with its opened credential. */
const texts = new WeakMap<Values, Readonly<Record<string, string>>>()

/**
 * The address that relative endpoints of an account are relative to; undefined when the toolkit has
 * none. Throws a RequestBuildError.
 */
export const baseUrlOf = (
  definition: Definition,
  { values }: Pick<Credential, 'values'>,
): string | undefined => {
  const server = keptWith(baseServers, definition, baseServerOf)
  return server && buildServerUrl(server, { variables: textValues(values) })
}

const baseServers = new WeakMap<Definition, Server | undefined>()

/**
 * Every origin that a credential may be sent to: the toolkit's, except those added after the
 * account's auth config was created.
 */
export const allowedOrigins = (
  definition: Definition,
  { values, servers }: Pick<Credential, 'values' | 'servers'>,
): readonly string[] => {
  const own = originsOf(serversOf(definition), values)
  if (!servers) return own
  const known = originsOf(servers, values)
  return own.filter((origin) => known.includes(origin))
}

/**
 * Why a request may not be made with an account: its user connected it for one host and has not
 * agreed to another, which a later version of the toolkit introduced. Undefined when it may.
 */
export const movedHostProblem = (
  { name }: Definition,
  { values, servers }: Pick<Credential, 'values' | 'servers'>,
  url: string,
): string | undefined => {
  if (!servers) return undefined
  const known = originsOf(servers, values)
  // What begins with a whole origin and a slash has that origin.
  if (known.some((origin) => url.startsWith(origin) && url[origin.length] === '/')) return undefined
  const { origin } = new URL(url)
  if (known.includes(origin)) return undefined
  return `${origin} was no host of ${quote(name)} when the auth config was made, and credentials do not follow a toolkit to other hosts`
}

/** The suggested fix for a `movedHostProblem`. */
export const movedHostAdvice =
  'Create a new auth config for the toolkit and connect the account anew under it'

/**
 * Why an account may not use the shared secret of its auth config: a user who chooses the host
 * could have the operator's secret sent to it. Undefined when the account does not choose the host.
 */
export const sharedSecretProblem = (
  definition: Definition,
  shared: Values,
  own: Values,
): string | undefined => {
  if (Object.keys(shared).length === 0) return undefined
  const hosts = hostVariables(definition)
  const chosen = [...hosts].filter((name) => Object.hasOwn(own, name) && own[name] !== shared[name])
  const hasSecrets = Object.keys(shared).some((name) => !hosts.has(name))
  if (chosen.length === 0 || !hasSecrets) return undefined
  return `the auth config shares credentials with its accounts, so an account may not choose the host by "${chosen.join('", "')}"`
}

const originsOf = (servers: readonly Server[], values: Values): readonly string[] =>
  keptWithBoth(origins, servers, textValues(values), (variables) => [
    ...new Set(servers.flatMap((server) => originOf(() => buildServerUrl(server, { variables })))),
  ])

const origins = new WeakMap<
  readonly Server[],
  WeakMap<Readonly<Record<string, string>>, readonly string[]>
>()

/** A server whose variables the account does not fill is not one of the account's servers. */
const originOf = (build: () => string): string[] => {
  try {
    return [new URL(build()).origin]
  } catch (error) {
    if (error instanceof RequestBuildError) return []
    throw error
  }
}
