import type { Endpoint } from '../endpoint.ts'
import { streamedData } from '../event-stream.ts'
import { toSecurity } from './security.ts'
import {
  idempotencyKeyParameter,
  ifNoneMatchParameter,
  lastEventIdParameter,
  toParameters,
} from './to-parameters.ts'
import { toRequestBody } from './to-request-body.ts'
import { toResponses } from './to-responses.ts'

/** Describes an endpoint as an OpenAPI operation. */
export const toOperation = (
  resource: string,
  name: string,
  endpoint: Endpoint,
): Record<string, unknown> => ({
  operationId: `${resource}_${name}`,
  tags: [resource],
  summary: endpoint.summary,
  ...(endpoint.description !== undefined && { description: endpoint.description }),
  security: toSecurity(endpoint.auth),
  parameters: [
    ...toParameters('path', endpoint.params),
    ...toParameters('query', endpoint.query),
    ...(endpoint.idempotencyKey ? [idempotencyKeyParameter] : []),
    ...(endpoint.cacheable ? [ifNoneMatchParameter] : []),
    ...(streamedData(endpoint.responses[200]) ? [lastEventIdParameter] : []),
  ],
  ...(endpoint.isBinary && {
    requestBody: {
      required: true,
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    },
  }),
  ...(endpoint.body && { requestBody: toRequestBody(endpoint.body, endpoint.aliases) }),
  responses: toResponses(endpoint),
})
