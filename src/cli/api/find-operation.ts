import { contract } from '../../contract/contract.ts'
import type { Endpoint, EndpointGroup } from '../../contract/endpoint.ts'
import { CliError } from '../cli-error.ts'

export type NamedOperation = {
  name: string
  resource: string
  operation: string
  endpoint: Endpoint
}

/** All operations of the interface, such as `sessions.create`. */
export const listOperations = (): NamedOperation[] =>
  Object.entries<EndpointGroup>(contract).flatMap(([resource, group]) =>
    Object.entries(group).map(([operation, endpoint]) => ({
      name: `${resource}.${operation}`,
      resource,
      operation,
      endpoint,
    })),
  )

export const findOperation = (name: string): NamedOperation => {
  const operations = listOperations()
  const found = operations.find((operation) => operation.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  const [resource = ''] = name.toLowerCase().split('.')
  const near = operations
    .filter((operation) => operation.resource.toLowerCase().includes(resource) && resource !== '')
    .map((operation) => operation.name)
  throw new CliError(`There is no operation "${name}"`, {
    suggestedFix: near.length > 0 ? `There are ${near.join(', ')}` : 'plugboard api lists all',
  })
}
