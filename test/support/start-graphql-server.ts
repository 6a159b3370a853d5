import {
  buildSchema,
  execute,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type GraphQLSchema,
} from 'graphql'
import { json, startUpstream, type ReceivedRequest, type Upstream } from './start-upstream.ts'

export type GraphQlFixture = {
  sdl: string
  /** Resolvers of the root types, by the names of their fields. */
  root: Record<string, unknown>
  /** Requests without it are answered 401. */
  token?: string
  /** Whether introspection is answered. Default: true. */
  isOpen?: boolean
  /** Replaces the answer to a request, for an API that is out of order. */
  instead?: (request: ReceivedRequest) => { status: number; body: unknown } | undefined
}

export type GraphQlServer = Upstream & {
  /** Where operations are taken. */
  endpoint: string
  schema: GraphQLSchema
  /** The operations that arrived, without introspection. */
  operations: { query: string; variables: Record<string, unknown> }[]
}

/** A GraphQL API on loopback, which validates and executes what it is sent. */
export const startGraphQlServer = async (
  fixture: GraphQlFixture,
  { keep = false }: { keep?: boolean } = {},
): Promise<GraphQlServer> => {
  const schema = buildSchema(fixture.sdl)
  const operations: GraphQlServer['operations'] = []
  const rules =
    fixture.isOpen === false ? [...specifiedRules, NoSchemaIntrospectionCustomRule] : specifiedRules
  const upstream = await startUpstream(
    async (request, response) => {
      const replaced = fixture.instead?.(request)
      if (replaced) return json(response, replaced.status, replaced.body)
      if (request.url === '/schema.graphql') return void response.end(fixture.sdl)
      if (
        fixture.token !== undefined &&
        request.headers.authorization !== `Bearer ${fixture.token}`
      )
        return json(response, 401, { errors: [{ message: 'Who are you?' }] })
      const { query, variables = {} } = JSON.parse(request.body)
      if (!query.includes('__schema')) operations.push({ query, variables })
      const document = parse(query)
      const errors = validate(schema, document, rules)
      if (errors.length > 0) return json(response, 400, { errors })
      json(
        response,
        200,
        await execute({ schema, document, rootValue: fixture.root, variableValues: variables }),
      )
    },
    { keep },
  )
  return { ...upstream, endpoint: `${upstream.url}/graphql`, schema, operations }
}

/** An error with a code, as resolvers throw it. */
export const graphQlError = (message: string, code: string) =>
  new GraphQLError(message, { extensions: { code } })
