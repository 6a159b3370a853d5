import { z } from 'zod'
import { jsonInput } from './json-input.ts'
import { bodyLimits } from './json-limits.ts'
import { authScheme, connectedAccountId, jsonObject, timestamp, toolkitSlug } from './common.ts'
import { connectionValues } from './connection-values.ts'
import { fileArgument } from './files.ts'
import { proxyEndpoint } from './proxy-endpoint.ts'

/** The request that a proxy operation sends on behalf of its caller. */
export const proxiedRequest = z.object({
  endpoint: proxyEndpoint.describe(
    "Absolute http(s) URL at one of the toolkit's hosts, or path relative to the base URL of the account",
  ),
  method: z
    .string()
    .max(16)
    .toUpperCase()
    .pipe(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])),
  body: jsonInput(bodyLimits)
    .nullish()
    .describe(
      'For POST, PUT and PATCH; sent as JSON, or as a form if a content-type parameter requests that',
    ),
  parameters: z
    .array(
      z.object({
        name: z.string().min(1).max(255),
        value: z.string().max(16_384),
        type: z.enum(['header', 'query']),
      }),
    )
    .max(200)
    .nullish()
    .describe(
      'Additional headers and query parameters; those that contain the credential cannot be set',
    ),
})
export type ProxiedRequest = z.output<typeof proxiedRequest>

/** The caller's credentials, used instead of a connected account. */
export const customConnectionData = z.object({ authScheme, toolkitSlug, val: connectionValues })
export type CustomConnectionData = z.output<typeof customConnectionData>

export const proxyRequest = proxiedRequest.extend({
  connected_account_id: connectedAccountId
    .optional()
    .describe("Default: the project's only ACTIVE account whose toolkit owns the endpoint"),
  binary_body: fileArgument
    .nullish()
    .describe('Content by URL, in base64, or uploaded earlier, instead of `body`'),
  custom_connection_data: customConnectionData.optional(),
})
export type ProxyRequest = z.output<typeof proxyRequest>

/** The answer of the third party. */
export const proxyResponse = z.object({
  data: jsonObject
    .nullable()
    .describe(
      'A list is returned as `items`, text as `text`; null for an empty or a binary answer',
    ),
  binary_data: z
    .object({
      url: z.string(),
      content_type: z.string(),
      size: z.number(),
      expires_at: timestamp,
      name: z.string().optional().describe('What the third party named it'),
    })
    .optional()
    .describe('URL of a binary answer'),
  status: z.number().describe('HTTP status of the third party'),
  headers: z.record(z.string(), z.string()),
})
export type ProxyResponse = z.output<typeof proxyResponse>

export const proxyErrors = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'unprocessable',
  'internal',
  'unsupported',
  'upstream_failed',
  'upstream_timeout',
] as const
