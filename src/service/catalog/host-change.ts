import type { ToolkitDefinition } from './definitions.ts'
import { authorityOf, serversOf, variablesOfHost, type Server } from './toolkit-servers.ts'

type Addresses = Pick<ToolkitDefinition, 'baseUrl' | 'baseServer' | 'servers' | 'authSchemes'>

/**
 * The hosts and auth endpoints of a toolkit's new version that the previous one lacks: credentials
 * were never sent there before.
 *
 * A previous version without any host could be called nowhere, so its first host is no change.
 */
export const newDestinations = (before: Addresses, after: Addresses): string[] => {
  const known = [...hostsOf(before), ...authEndpoints(before)]
  if (known.length === 0) return []
  const wanted = [...(hostsOf(before).length === 0 ? [] : hostsOf(after)), ...authEndpoints(after)]
  return [...new Set(wanted)].filter((destination) => !known.includes(destination)).toSorted()
}

const hostsOf = (toolkit: Addresses): string[] => serversOf(toolkit).map(hostOf)

/**
 * With the defaults of its variables: `https://{host}` may lead elsewhere when only the default of
 * `host` changes.
 */
const hostOf = (server: Server): string => {
  const values = variablesOfHost(server).flatMap((name) => {
    const declared = server.variables?.[name]
    return declared ? [`${name}: ${(declared.enum ?? [declared.default]).join(' or ')}`] : []
  })
  const host = authorityOf(server).toLowerCase()
  return values.length === 0 ? host : `${host} (${values.join(', ')})`
}

const authEndpoints = ({ authSchemes }: Addresses): string[] =>
  authSchemes.flatMap(({ mode, oauth }) => {
    if (!oauth) return []
    const {
      authorizationUrl,
      tokenUrl,
      refreshUrl,
      revocationUrl,
      registrationUrl,
      requestTokenUrl,
      issuer,
    } = oauth
    const endpoints = {
      authorizationUrl,
      tokenUrl,
      refreshUrl,
      revocationUrl,
      registrationUrl,
      requestTokenUrl,
      issuer,
    }
    return Object.entries(endpoints).flatMap(([name, address]) =>
      address === undefined ? [] : [`${address} (${name} of ${mode})`],
    )
  })
