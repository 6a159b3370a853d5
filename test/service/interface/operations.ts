import { contract } from '../../../src/contract/contract.ts'
import { commonErrors, errorTable } from '../../../src/contract/errors.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { streamedData } from '../../../src/contract/event-stream.ts'

export type Operation = { name: string; endpoint: Endpoint }

/** Every operation of the interface. */
export const operations: Operation[] = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries(group).map(([name, endpoint]): Operation => ({
    name: `${resource}.${name}`,
    endpoint,
  })),
)

/** The statuses that the operation may answer, successes first. */
export const listedStatuses = ({ endpoint }: Operation): number[] => [
  ...Object.keys(endpoint.responses).map(Number),
  ...[...endpoint.errors, ...commonErrors].map((slug) => errorTable[slug].status),
]

/** What the answer is written in. */
export const mediaTypeOf = ({ endpoint }: Operation, status: number): string =>
  status < 400 && streamedData(endpoint.responses[status])
    ? 'text/event-stream'
    : 'application/json'
