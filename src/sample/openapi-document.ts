import { z } from 'zod'
import type { OperationDescription } from './operation-description.ts'
import { errorBody, errorKinds, type ErrorStatus } from './sample-error.ts'

/** What an OpenAPI document contains besides the operations. */
type DocumentHead = {
  title: string
  description: string
  url: string
  /** Named schemas become components, and every use of them a reference. */
  schemas: Record<string, z.ZodType>
  /** How callers authenticate; absent: not at all. */
  security?: { name: string; scheme: Record<string, unknown> }
}

export type OpenApiDocument = Record<string, unknown> & {
  paths: Record<string, Record<string, unknown>>
}

/**
 * Builds the OpenAPI 3.1 document of a sample third party, from the schemas that validate its
 * requests.
 */
export const openApiDocument = (
  head: DocumentHead,
  operations: OperationDescription[],
): OpenApiDocument => {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ ...head.schemas, Error: errorBody }))
    names.add(schema, { id })
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = toOperation(operation, names, head.security?.name)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: head.title,
      description: head.description,
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: head.url }],
    security: head.security ? [{ [head.security.name]: [] }] : [],
    tags: [...new Set(operations.flatMap(({ tags }) => tags))].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas(names),
      ...(head.security && { securitySchemes: { [head.security.name]: head.security.scheme } }),
    },
  }
}

type Names = z.core.$ZodRegistry<{ id: string }>

const toOperation = (operation: OperationDescription, names: Names, scheme: string | undefined) => {
  const { operationId, summary, description, tags, input, errors, scopes } = operation
  const refusals: ErrorStatus[] = [
    ...(scheme ? [401 as const] : []),
    ...(scopes ? [403 as const] : []),
    ...errors,
  ]
  return {
    operationId,
    summary,
    description,
    tags,
    ...(scheme && scopes && { security: [{ [scheme]: scopes }] }),
    parameters: [...parameters('path', input.params), ...parameters('query', input.query)],
    ...requestBody(operation, names),
    responses: {
      ...success(operation, names),
      ...Object.fromEntries(refusals.map((status) => [status, refusal(status)])),
    },
  }
}

const parameters = (place: 'path' | 'query', fields: z.ZodObject | undefined) =>
  Object.entries(fields?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = toJsonSchema(field)
    return {
      name,
      in: place,
      required: place === 'path' || !field.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      ...(schema.type === 'array' && { style: 'form', explode: true }),
      schema,
    }
  })

const requestBody = (
  { input: { body }, bodyType = 'application/json', bodyOptional = false }: OperationDescription,
  names: Names,
) =>
  body && {
    requestBody: {
      required: !bodyOptional,
      content: { [bodyType]: { schema: schemaOrReference(body, names) } },
    },
  }

const success = (
  { answer: { status, description, schema, mediaType } }: OperationDescription,
  names: Names,
) => {
  const content = schema
    ? { 'application/json': { schema: schemaOrReference(schema, names) } }
    : mediaType && {
        [mediaType]: {
          schema: mediaType.startsWith('text/')
            ? { type: 'string' }
            : { type: 'string', format: 'binary' },
        },
      }
  return { [status]: { description, ...(content && { content }) } }
}

const refusal = (status: ErrorStatus) => ({
  description: errorKinds[status].description,
  content: { 'application/json': { schema: { $ref: reference('Error') } } },
})

const schemaOrReference = (schema: z.ZodType, names: Names) => {
  const name = names.get(schema)
  return name ? { $ref: reference(name.id) } : toJsonSchema(schema)
}

const reference = (id: string) => `#/components/schemas/${id}`

const componentSchemas = (names: Names) => {
  const { schemas } = z.toJSONSchema(names, { ...conversion, uri: reference })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutMarks(schema)]),
  )
}

/** A self-contained schema, without references. */
export const toJsonSchema = (schema: z.ZodType): Record<string, unknown> =>
  withoutMarks(z.toJSONSchema(schema, conversion))

/** A schema inside a document needs no `$id` and no `$schema`. */
const withoutMarks = ({ $id: _id, $schema: _dialect, ...schema }: Record<string, unknown>) => schema

/** `input`: a field with a default is optional. */
const conversion: z.core.ToJSONSchemaParams = {
  io: 'input',
  override: ({ jsonSchema }) => {
    // Bounds that only express "an integer", and an encoding that is not part of JSON Schema,
    // distract readers.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.format === 'binary') delete jsonSchema.contentEncoding
    // The pattern repeats the format in two hundred characters.
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  },
}
