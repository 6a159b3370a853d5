import { basePath } from '../../contract/endpoint.ts'
import { toPath } from '../../client/to-path.ts'
import { toQuery } from '../../client/to-query.ts'
import { operations } from './operations.ts'
import type { CallInput } from './send.ts'

/** A request as others can send it, with placeholders for keys. */
export type CopyTexts = { curl: string; typescript: string }

/** A text as one word of a shell, whatever is in it. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * Writes a call of an operation as a command and as code.
 *
 * @example copyTexts('logs', 'get', { params: { id: 'log_1' } }).curl // curl 'http://…' -H "x-api-key: …"
 */
export const copyTexts = (resource: string, operation: string, input: CallInput): CopyTexts => {
  const found = operations[resource]?.[operation]
  if (!found) throw new TypeError(`There is no operation ${resource}.${operation}`)
  const url = location.origin + basePath + toPath(found.path, input.params) + toQuery(input.query)
  const key = found.ofProject
    ? 'x-api-key: $PLUGBOARD_API_KEY'
    : 'x-org-api-key: $PLUGBOARD_ORG_API_KEY'
  const lines = [
    `curl${found.method === 'GET' ? '' : ` -X ${found.method}`} ${quote(url)}`,
    `-H "${key}"`,
    ...(found.method === 'GET'
      ? []
      : ["-H 'content-type: application/json'", `-d ${quote(JSON.stringify(input.body ?? {}))}`]),
  ]
  return {
    curl: lines.join(' \\\n  '),
    typescript: [
      "import { createClient } from 'plugboard'",
      '',
      `const client = createClient({ baseUrl: '${location.origin}', ${
        found.ofProject
          ? 'apiKey: process.env.PLUGBOARD_API_KEY'
          : 'orgApiKey: process.env.PLUGBOARD_ORG_API_KEY'
      } })`,
      `const answer = await client.${resource}.${operation}(${JSON.stringify(input, undefined, 2)})`,
    ].join('\n'),
  }
}

/** The configuration of an MCP client for an address. */
export const mcpConfig = (name: string, url: string, key?: string): string =>
  JSON.stringify(
    {
      mcpServers: { [name]: { type: 'http', url, ...(key && { headers: { 'x-api-key': key } }) } },
    },
    undefined,
    2,
  )
