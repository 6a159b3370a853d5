import { z } from 'zod'
import type { FilledProject } from '../../support/fill-project.ts'
import type { Schema } from './negative-places.ts'
import { createValid } from './negative-values.ts'
import type { Operation } from './operations.ts'
import type { Input } from './send-operation.ts'

export type Part = 'params' | 'query' | 'body'

export const schemaOf = ({ endpoint }: Operation, part: Part): Schema | undefined => {
  const schema = endpoint[part]
  return (
    schema &&
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema)
  )
}

/** A request that is valid in every field, and names what the project has. */
export const validInput = (
  operation: Operation,
  project: FilledProject,
  upstreamUrl: string,
): Input => {
  const valid = createValid(project, upstreamUrl)
  const part = (name: Part) => valid(schemaOf(operation, name) ?? {}, `${operation.name} ${name} `)
  return {
    params: part('params') as Record<string, unknown>,
    query: part('query') as Record<string, unknown>,
    body: operation.endpoint.body && part('body'),
  }
}

/**
 * What takes something away, in an order in which each finds what it takes: what hangs on nothing
 * else first.
 */
const takingAway = [
  'sessions.decide',
  'connections.decide',
  'sessions.deleteMcpKey',
  'webhookSubscriptions.delete',
  'triggerInstances.delete',
  'connectedAccounts.delete',
  'connections.delete',
  'mcp.deleteInstance',
  'mcp.delete',
  'sessions.delete',
  'users.erase',
  'authConfigs.delete',
  'toolkits.delete',
  'projects.regenerateApiKey',
  'projects.delete',
]

/** Every operation, in an order in which all can be carried out. */
export const inOrder = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((a, b) => takingAway.indexOf(a.name) - takingAway.indexOf(b.name))

/** From here on the project's own key is none any more. */
export const asOwner = (operation: Operation): Operation =>
  operation.name === 'projects.delete' || operation.name === 'projects.regenerateApiKey'
    ? { ...operation, endpoint: { ...operation.endpoint, auth: 'organization' } }
    : operation
