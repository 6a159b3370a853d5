import { contract } from '../../src/contract/contract.ts'
import type { Endpoint, EndpointGroup } from '../../src/contract/endpoint.ts'

/** Every endpoint of the contract with its name, such as `sessions.create`. */
export const operations: { name: string; endpoint: Endpoint }[] = Object.entries<EndpointGroup>(
  contract,
).flatMap(([resource, group]) =>
  Object.entries(group).map(([name, endpoint]) => ({ name: `${resource}.${name}`, endpoint })),
)

/** The names in the braces of a path. */
export const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
