import type { SearchResponse } from '../../contract/session-search.ts'
import type { OpenSession } from './open-session.ts'

/** Instructions for an agent after a search. */
export const toNextSteps = (
  { config, customTools }: Pick<OpenSession, 'config' | 'customTools'>,
  results: SearchResponse['results'],
  connections: SearchResponse['toolkit_connection_statuses'],
  schemas: SearchResponse['tool_schemas'],
): string[] => {
  if (
    results.every(
      (result) => result.primary_tool_slugs.length === 0 && result.plan_id === undefined,
    )
  )
    return [
      'No tool fits. Search again with other words: name the service, the thing and what is to be done with it.',
    ]
  const missing = connections
    .filter((connection) => !connection.has_active_connection)
    .map(({ toolkit }) => toolkit)
  const found = Object.values(schemas)
  const asking = found
    .filter(({ approval }) => approval === 'required')
    .map((schema) => schema.tool_slug)
  const local = Object.keys(schemas).filter((slug) => customTools.has(slug))
  return [
    ...when(
      results.every(({ fits }) => fits === false),
      'No tool surely fits; those listed are only the nearest. Read what they do before you run one.',
    ),
    ...when(
      missing.length > 0,
      config.manage_connections.enabled
        ? `Get links for the user with SVC_MANAGE_CONNECTIONS for: ${missing.join(', ')}.`
        : `Ask the user to connect: ${missing.join(', ')}.`,
    ),
    ...when(
      results.some((result) => result.plan_id !== undefined),
      'Where a result has recommended_plan_steps, follow them in their order.',
    ),
    ...when(
      found.some(({ schemaRef }) => schemaRef !== undefined),
      'Before you run a tool that came with a schemaRef, get its arguments with SVC_GET_TOOL_SCHEMAS.',
    ),
    ...when(
      found.length > local.length,
      'Run the tools with SVC_MULTI_EXECUTE_TOOL; independent calls go into one call of it.',
    ),
    ...when(local.length > 0, `Your own application runs these: ${local.join(', ')}.`),
    ...when(
      asking.length > 0,
      `Each call of these waits for the user's approval: ${asking.join(', ')}.`,
    ),
  ]
}

const when = (condition: boolean, step: string): string[] => (condition ? [step] : [])
