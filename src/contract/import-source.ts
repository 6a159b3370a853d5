import { z } from 'zod'
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
    'Where the server takes requests, such as https://mcp.example.com/mcp; kept encrypted but for its origin',
  ),
  headers: headers
    .optional()
    .describe(
      'Sent with every request to it; kept encrypted. Left out when the same server is imported again: as before; {} for none',
    ),
  connected_account_id: connectedAccountId
    .optional()
    .describe('The account to list the tools with, where the server lists them to its users alone'),
})

/** The source of a toolkit. */
export const importSource = z.union([
  z.strictObject({
    openapi: z
      .union([
        jsonInput(bodyLimits),
        z
          .string()
          .min(1)
          .max(64 * 1024 * 1024),
      ])
      .describe(
        'The document as JSON (up to 500,000 values), its text (JSON or YAML), or its http(s) address',
      ),
  }),
  z.strictObject({ mcp: mcpServer }),
])
