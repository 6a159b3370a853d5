import type { GraphQlRequestTemplate, ToolkitDefinition } from '../definitions.ts'
import { ImportProblem } from '../openapi/document/import-problem.ts'
import { quote } from '../../platform/quote.ts'
import { authorityOf } from '../toolkit-servers.ts'

export type Endpoint = Pick<GraphQlRequestTemplate, 'server' | 'path'> & {
  /** What the toolkit says of it. */
  base: Pick<ToolkitDefinition, 'baseUrl' | 'baseServer'>
}

/**
 * Splits an endpoint such as `https://{shop}.example.com/admin/graphql.json` into a server, whose
 * variables an account fills, and a path.
 */
export const readEndpoint = (given: string): Endpoint => {
  const address = given.includes('{') ? given : new URL(given).href
  const [, beforeQuery = '', query = ''] = /^([^?]*)(.*)$/.exec(address) ?? []
  const authority = authorityOf({ url: beforeQuery })
  if (!/^(?:https?:\/\/[^/]|\{[^{}/]+\}(?:\/|$))/i.test(address))
    throw new ImportProblem(`The endpoint ${quote(given)} is no absolute http(s) address`)
  const slash = Math.max(authority.length, beforeQuery.lastIndexOf('/'))
  const path = beforeQuery.slice(slash) || '/'
  if (/[{}]/.test(path + query))
    throw new ImportProblem(
      'The last part of the endpoint must not have a {variable}; an account fills those before it',
    )
  const server = { url: beforeQuery.slice(0, slash) }
  return {
    server,
    path: path + query,
    base: address.includes('{') ? { baseServer: { url: authority } } : { baseUrl: authority },
  }
}
