import { McpFailure } from './mcp-failure.ts'
import { quote } from '../quote.ts'
import { plainText } from '../untrusted-text/index.ts'

const longestMessage = 500

/** Converts an error of the protocol's client to an `McpFailure`. */
export const toMcpFailure = (error: unknown): McpFailure => {
  if (error instanceof McpFailure) return error
  if (!(error instanceof Error))
    return new McpFailure('unreadable', 'The MCP server returned no result', { cause: error })
  const status = fieldOf(error, 'status')
  if (typeof status === 'number')
    return new McpFailure(
      'refused',
      `The MCP server answered ${status}${isRedirect(status) ? ', and its redirect is not followed' : ''}`,
      { status, cause: error },
    )
  const code = fieldOf(error, 'code')
  // Numeric codes are errors of the server, string codes those of the client library.
  if (typeof code === 'number')
    return new McpFailure(
      'denied',
      quote(plainText(error.message, longestMessage), longestMessage),
      {
        code,
        details: fieldOf(error, 'data'),
        cause: error,
      },
    )
  if (code === 'REQUEST_TIMEOUT')
    return new McpFailure('unanswered', 'The MCP server did not answer in time', { cause: error })
  // The library's message may quote the response, which can be any content.
  return new McpFailure('unreadable', 'The answer does not follow the Model Context Protocol', {
    cause: error,
  })
}

const fieldOf = (error: Error, name: string): unknown =>
  Object.hasOwn(error, name) || name in error
    ? (error as unknown as Record<string, unknown>)[name]
    : undefined

const isRedirect = (status: number): boolean => status >= 300 && status < 400
