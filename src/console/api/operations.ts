import { contract } from '../../contract/contract.ts'
import type { Endpoint, EndpointGroup } from '../../contract/endpoint.ts'
import { streamedData } from '../../contract/event-stream.ts'

/** What the browser has to know of an operation to call it. */
export type Operation = {
  method: Endpoint['method']
  path: string
  /** It is about one project, which the request names. */
  ofProject?: true
  idempotencyKey?: true
  isBinary?: true
  isStream?: true
}

const toOperation = (endpoint: Endpoint): Operation => ({
  method: endpoint.method,
  path: endpoint.path,
  ...(endpoint.auth === 'project' && { ofProject: true }),
  ...(endpoint.idempotencyKey && { idempotencyKey: true }),
  ...(endpoint.isBinary && { isBinary: true }),
  ...(streamedData(endpoint.responses[200]) && { isStream: true }),
})

/**
 * Every operation of the contract, without the schemas: the service checks what it gets, and
 * answers by the same contract. The build computes this file and puts its value in its place.
 */
export const operations: Record<string, Record<string, Operation>> = Object.fromEntries(
  Object.entries(contract as Record<string, EndpointGroup>).map(([resource, group]) => [
    resource,
    Object.fromEntries(
      Object.entries(group).map(([name, endpoint]) => [name, toOperation(endpoint)]),
    ),
  ]),
)
