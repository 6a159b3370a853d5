import type { Credential } from '../accounts/credential.ts'
import type { Toolkit } from '../catalog/catalog.ts'
import { baseServerOf, hostVariables, serversOf } from '../catalog/toolkit-servers.ts'
import { buildServerUrl, RequestBuildError } from './http-request/index.ts'

type Definition = Toolkit['definition']
type Values = Readonly<Record<string, unknown>>

/** Values that may stand in the address of a server: never more than plain texts. */
export const textValues = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** The address that relative endpoints of an account are relative to; undefined when the toolkit has none. Throws a RequestBuildError. */
export const baseUrlOf = (definition: Definition, { values }: Pick<Credential, 'values'>): string | undefined => {
  const server = baseServerOf(definition)
  return server && buildServerUrl(server, { variables: textValues(values) })
}

/** Every origin that an account's credential may be sent to. */
export const allowedOrigins = (definition: Definition, { values }: Pick<Credential, 'values'>): string[] => {
  const variables = textValues(values)
  return [...new Set(serversOf(definition).flatMap((server) => originOf(() => buildServerUrl(server, { variables }))))]
}

/**
 * Says why an account may not use what its auth config shares: whoever may choose the host would have the operator's secret sent to it.
 * Undefined when the host is not the account's choice.
 */
export const sharedSecretProblem = (definition: Definition, shared: Values, own: Values): string | undefined => {
  if (Object.keys(shared).length === 0) return undefined
  const hosts = hostVariables(definition)
  const chosen = [...hosts].filter((name) => Object.hasOwn(own, name) && own[name] !== shared[name])
  const hasSecrets = Object.keys(shared).some((name) => !hosts.has(name))
  if (chosen.length === 0 || !hasSecrets) return undefined
  return `the auth config shares credentials with its accounts, so an account may not choose the host by "${chosen.join('", "')}"`
}

/** A server whose variables the account does not fill is not one of its own. */
const originOf = (build: () => string): string[] => {
  try {
    return [new URL(build()).origin]
  } catch (error) {
    if (error instanceof RequestBuildError) return []
    throw error
  }
}
