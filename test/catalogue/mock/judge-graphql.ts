import { buildSchema, getVariableValues, Kind, parse, validate } from 'graphql'
import { z } from 'zod'
import type { Exchange } from '../../support/start-recorder.ts'

const graphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).default({}),
})

/** Judges requests by a GraphQL schema: the operation, and the values of its variables. */
export const judgeGraphql = (schemaText: string) => {
  const schema = buildSchema(schemaText, { assumeValidSDL: true })
  return ({ body }: Exchange): { result: 'ok' | 'violation'; reason?: string } => {
    const { query, variables } = graphqlRequest.parse(JSON.parse(body.toString()))
    const document = parse(query)
    const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    const definitions =
      operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : []
    const values = getVariableValues(schema, definitions, variables)
    const errors = [...validate(schema, document), ...(values.errors ?? [])]
    return errors.length === 0
      ? { result: 'ok' }
      : {
          result: 'violation',
          reason: `${errors.map(({ message }) => message).join('; ')} (${body.toString().slice(0, 600)})`,
        }
  }
}
