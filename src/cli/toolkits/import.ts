import { Command, Option } from 'commander'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import { authSchemes } from './import-auth.ts'
import type { ImportOptions } from './run-import.ts'

/** `plugboard toolkits import` */
export const importToolkit = (): Command =>
  withConnection(
    withAuth(
      withServer(
        new Command('import')
          .argument(
            '[source]',
            'Description in OpenAPI, Swagger or Google Discovery: a file (JSON or YAML), its folder or its http(s) address; with --mcp or --graphql the short name of the toolkit, unless --slug has it; not needed with a recipe that says where it is',
          )
          .description(
            'Import an API or an MCP server as a toolkit; importing again makes a new version with the same tool slugs',
          )
          .option(
            '--recipe <file>',
            'YAML or JSON file with what the description cannot say: names, authentication, requests, answers, triggers',
          )
          .option('--slug <slug>', 'short name of the toolkit, such as github')
          .option('--name <name>', 'name that people read; default: the title of the description')
          .option(
            '--base-url <address>',
            'address of the API, in place of the servers of the description',
          )
          .option(
            '--files-below <folder>',
            'folder or address below which files are read that the description refers to; default: where it is itself',
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
          .option(
            '--rename-tools',
            'name tools as a first import would; their former slugs stay aliases',
          )
          .option('--json', 'print the report as JSON', false),
      ),
    ),
  )
    .addHelpText(
      'after',
      '\nExample:\n  plugboard toolkits import ./github.yaml --slug github --auth BEARER_TOKEN\n  plugboard toolkits import docs --mcp https://mcp.example.com/mcp\n  plugboard toolkits import linear --graphql https://api.linear.app/graphql\n  plugboard toolkits import --recipe ./hubspot.yaml',
    )
    .action(async (source: string | undefined, options: ConnectionOptions & ImportOptions) => {
      const { runImport } = await import('./run-import.ts')
      await runImport(await connectToService(options), source, options)
    })

const withServer = (command: Command): Command =>
  command
    .optionsGroup('Of a GraphQL API or an MCP server:')
    .option('--account <id>', 'connected account to ask it with, where it answers its users alone')
    .optionsGroup('Of a GraphQL API:')
    .option('--graphql <address>', 'http(s) address where the API takes operations')
    .option(
      '--schema <source>',
      'its schema: a file (SDL, or the answer to an introspection query) or an http(s) address; default: the API is asked',
    )
    .optionsGroup('Of an MCP server:')
    .option('--mcp <address>', 'http(s) address where the server takes requests')
    .option(
      '--header <header>',
      'sent with every request to it, such as "Authorization: Bearer …"; may be repeated',
      collect,
    )
    .option('--trust-annotations', 'believe the hints that the server gives its tools')
    .option('--accept-changes', 'use at once what the server changes of its own accord')

const withAuth = (command: Command): Command =>
  command
    .optionsGroup('Where the description does not say how accounts authenticate:')
    .addOption(new Option('--auth <scheme>', 'how accounts authenticate').choices(authSchemes))
    .option('--auth-header <name>', 'header that takes the API key, such as X-Key')
    .option('--auth-query <name>', 'query parameter that takes the API key')
    .option('--auth-prefix <text>', 'written before the API key, such as "token "')
    .option('--issuer <address>', 'OAuth provider that publishes its addresses (RFC 8414)')
    .option('--authorization-url <address>', 'where users agree, of an OAuth provider')
    .option('--token-url <address>', 'where an OAuth provider gives tokens')
    .option('--auth-scope <scope>', 'scope that its users can grant; may be repeated', collect)
