import { readFile } from 'node:fs/promises'
import { CliError } from '../cli-error.ts'
import type { ImportRequest } from '../import-and-wait.ts'

type GraphQlOptions = {
  mcp?: string
  header?: string[]
  trustAnnotations?: boolean
  acceptChanges?: boolean
  account?: string
  schema?: string
}

/** The source of an import of a GraphQL API, with its schema if a file or address of it is given. */
export const toGraphQlSource = async (
  url: string,
  { mcp, header, trustAnnotations, acceptChanges, account, schema }: GraphQlOptions,
): Promise<ImportRequest['source']> => {
  if (mcp !== undefined)
    throw new CliError('--graphql and --mcp are two sources', {
      suggestedFix: 'Import each as a toolkit of its own',
    })
  if (header || trustAnnotations || acceptChanges)
    throw new CliError('--header, --trust-annotations and --accept-changes are for MCP servers', {
      suggestedFix: 'Leave them out; --auth says how accounts authenticate',
    })
  return {
    graphql: {
      url,
      ...(schema !== undefined && { schema: await readSchema(schema) }),
      ...(account !== undefined && { connected_account_id: account }),
    },
  }
}

const readSchema = async (source: string): Promise<string> => {
  if (/^https?:\/\//i.test(source)) return source
  const text = await readFile(source, 'utf8').catch((cause: unknown) => {
    throw new CliError(`The schema ${source} cannot be read`, {
      suggestedFix:
        'Name a file in SDL, or one with the answer to an introspection query, or the http(s) address of either',
      cause,
    })
  })
  if (text.trim() === '') throw new CliError(`The schema ${source} is empty`)
  return text
}
