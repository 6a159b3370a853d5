import { contract } from './contract.ts'
import { basePath, type EndpointGroup } from './endpoint.ts'
import { errorEnvelope } from './errors.ts'
import { securitySchemes } from './openapi/security.ts'
import { toJsonSchema } from './openapi/to-json-schema.ts'
import { toOperation } from './openapi/to-operation.ts'

export type OpenApiOptions = {
  /** Base URL of the service, without `/api/v3`. */
  url: string
  title?: string
  version?: string
}

/**
 * Describes the interface as an OpenAPI 3.1 document, for API explorers, client generators and
 * gateways.
 *
 * Everything except the URL and the title is created once and shared between calls, so it is
 * frozen: copy it with `structuredClone` to change it.
 *
 * @example
 * const document = openApiDocument({ url: 'http://127.0.0.1:8787' })
 * await writeFile('openapi.json', JSON.stringify(document, null, 2))
 */
export const openApiDocument = ({
  url,
  title = 'Tool Integration Service API',
  version = '3.0.0',
}: OpenApiOptions): Record<string, unknown> => ({
  openapi: '3.1.0',
  info: { title, version },
  servers: [{ url: url.replace(/\/+$/, '') || '/' }],
  ...(shared ??= deepFreeze(describeContract())),
})

let shared: Record<string, unknown> | undefined

const describeContract = (): Record<string, unknown> => ({
  tags: Object.keys(contract).map((name) => ({ name })),
  paths: describePaths(),
  components: {
    schemas: { ErrorEnvelope: toJsonSchema(errorEnvelope, 'output') },
    headers,
    securitySchemes,
  },
})

const headers = {
  RequestId: {
    description: 'Id of this request in the logs of the service',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'If the operator set a limit: `q` requests per window of `w` seconds with one key',
    schema: { type: 'string' },
    example: '"per-key";q=600;w=60',
  },
  RateLimit: {
    description: 'If the operator set a limit: `r` remaining requests for `t` seconds',
    schema: { type: 'string' },
    example: '"per-key";r=599;t=42',
  },
  ETag: {
    description: 'Identifies this content; send it as If-None-Match to ask whether it changed',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: 'The answer is that of an earlier request with the same Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    description:
      'Seconds after which to send the same request again; absent if that would not help',
    schema: { type: 'integer' },
  },
}

const describePaths = (): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [resource, group] of Object.entries<EndpointGroup>(contract)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = (paths[basePath + endpoint.path] ??= {})
      path[endpoint.method.toLowerCase()] = toOperation(resource, name, endpoint)
    }
  }
  return paths
}

const deepFreeze = <T extends object>(value: T): T => {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
