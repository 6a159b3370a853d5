import { z } from 'zod'
import { addressWithVariables } from './address-with-variables.ts'
import { connectedAccountId } from './common.ts'
import { jsonInput } from './json-input.ts'
import { bodyLimits } from './json-limits.ts'
import { mapOf } from './map-of.ts'

/** The service sets the headers of the connection and of the protocol. */
const ownHeaders =
  /^(?:host|content-length|content-type|content-encoding|transfer-encoding|connection|upgrade|te|trailer|expect|keep-alive|proxy-.*|accept|mcp-.*|last-event-id)$/i

const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name')

const headers = mapOf(
  headerName,
  z
    .string()
    .min(1)
    .max(8000)
    .regex(/^[\t\x20-\x7e]*$/, 'must be one line of plain text'),
  20,
).refine(
  (entries) => Object.keys(entries).every((name) => !ownHeaders.test(name)),
  'must not name headers of the connection or of the protocol',
)

const serverAddress = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && url.username === '' && url.password === '' && url.hash === ''
  }, 'must be an http(s) address without user name, password and fragment')

/** An MCP server with streamable HTTP, for all revisions of the protocol. */
const mcpServer = z.object({
  url: serverAddress.describe(
    'URL of the server, such as https://mcp.example.com/mcp; stored encrypted except for its origin',
  ),
  headers: headers
    .optional()
    .describe(
      'Sent with every request to the server; stored encrypted. If omitted when the same server is imported again: unchanged; {} for none',
    ),
  connected_account_id: connectedAccountId
    .optional()
    .describe('Account for listing the tools, if the server lists them only to its users'),
})

const documentBytes = 64 * 1024 * 1024

/** An API description, in one file or in several. */
export const openApiSource = z.strictObject({
  openapi: z
    .union([jsonInput(bodyLimits), z.string().min(1).max(documentBytes)])
    .describe(
      'The description in OpenAPI 3, Swagger 2, or as a Google Discovery document, which is recognized: as JSON (up to 500,000 values), its text (JSON or YAML), or its http(s) address',
    ),
  files: mapOf(z.string().min(1).max(1000), z.string().max(documentBytes), 2000)
    .optional()
    .describe(
      'Texts of the other files that a given document refers to, by their paths relative to it, such as models/pet.yaml; with its own text, where they refer back to it',
    ),
  files_below: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe(
      'Address of a folder whose files are read, too, where a document that is given by its address refers to them. Default: only files below the folder of the document',
    ),
})

/** A GraphQL API: each field of its query and mutation types becomes a tool. */
const graphQlApi = z.strictObject({
  url: addressWithVariables.describe(
    'Where the API takes operations, such as https://api.example.com/graphql; {variables} in it are filled from the fields of the account',
  ),
  schema: z
    .union([jsonInput(bodyLimits), z.string().min(1).max(documentBytes)])
    .optional()
    .describe(
      'Its schema: the text in SDL, the answer to an introspection query, or the http(s) address of either. Default: the API is asked by introspection',
    ),
  connected_account_id: connectedAccountId
    .optional()
    .describe('The account to ask with, where the API answers introspection to its users alone'),
})

/** The source of a toolkit. */
export const importSource = z.union([
  openApiSource,
  z.strictObject({ mcp: mcpServer }),
  z.strictObject({ graphql: graphQlApi }),
])
