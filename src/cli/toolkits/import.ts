import { Command, Option } from 'commander'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import type { ImportAuthOptions } from './import-auth.ts'

export type ImportOptions = ConnectionOptions &
  ImportAuthOptions & {
    slug?: string
    mcp?: string
    header?: string[]
    account?: string
    trustAnnotations?: boolean
    acceptChanges?: boolean
    name?: string
    baseUrl?: string
    include?: string[]
    exclude?: string[]
    acceptHostChange: boolean
    json: boolean
  }

/** `plugboard toolkits import` */
export const importToolkit = (): Command =>
  withConnection(
    new Command('import')
      .argument(
        '<source>',
        'OpenAPI or Swagger description: a file (JSON or YAML) or its http(s) address; with --mcp the short name of the toolkit',
      )
      .description(
        'Import an API or an MCP server as a toolkit; importing again makes a new version with the same tool slugs',
      )
      .option('--slug <slug>', 'short name of the toolkit, such as github')
      .option('--name <name>', 'name that people read; default: the title of the description')
      .option(
        '--base-url <address>',
        'address of the API, in place of the servers of the description',
      )
      .option(
        '--include <prefix>',
        'only operations whose tag, operation id or path begins so; may be repeated',
        collect,
      )
      .option(
        '--exclude <prefix>',
        'no operations whose tag, operation id or path begins so; may be repeated',
        collect,
      )
      .option(
        '--accept-host-change',
        'allow this version to talk to other hosts than the one before',
        false,
      )
      .option('--json', 'print the report as JSON', false)
      .optionsGroup('Of an MCP server:')
      .option('--mcp <address>', 'http(s) address where the server takes requests')
      .option(
        '--header <header>',
        'sent with every request to it, such as "Authorization: Bearer …"; may be repeated',
        collect,
      )
      .option(
        '--account <id>',
        'connected account to list the tools with, where the server lists them to its users alone',
      )
      .option('--trust-annotations', 'believe the hints that the server gives its tools')
      .option('--accept-changes', 'use at once what the server changes of its own accord')
      .optionsGroup('Where the description does not say how accounts authenticate:')
      .addOption(
        new Option('--auth <scheme>', 'how accounts authenticate').choices([
          'API_KEY',
          'BEARER_TOKEN',
          'BASIC',
          'NO_AUTH',
        ]),
      )
      .option('--auth-header <name>', 'header that takes the API key, such as X-Key')
      .option('--auth-query <name>', 'query parameter that takes the API key')
      .option('--auth-prefix <text>', 'written before the API key, such as "token "'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  plugboard toolkits import ./github.yaml --slug github --auth BEARER_TOKEN\n  plugboard toolkits import docs --mcp https://mcp.example.com/mcp',
    )
    .action(async (source: string, options: ImportOptions) => {
      const { runImport } = await import('./run-import.ts')
      await runImport(await connectToService(options), source, options)
    })
