import { Command, Option } from 'commander'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import type { ImportAuthOptions } from './import-auth.ts'

export type ImportOptions = ConnectionOptions &
  ImportAuthOptions & { slug: string; name?: string; baseUrl?: string; include?: string[]; exclude?: string[]; acceptHostChange: boolean; json: boolean }

/** `plugboard toolkits import` */
export const importToolkit = (): Command =>
  withConnection(
    new Command('import')
      .argument('<source>', 'OpenAPI or Swagger description: a file (JSON or YAML) or its http(s) address')
      .description('Import an API as a toolkit; importing again makes a new version with the same tool slugs')
      .requiredOption('--slug <slug>', 'short name of the toolkit, such as github')
      .option('--name <name>', 'name that people read; default: the title of the description')
      .option('--base-url <address>', 'address of the API, in place of the servers of the description')
      .option('--include <prefix>', 'only operations whose tag, operation id or path begins so; may be repeated', collect)
      .option('--exclude <prefix>', 'no operations whose tag, operation id or path begins so; may be repeated', collect)
      .option('--accept-host-change', 'allow this version to talk to other hosts than the one before', false)
      .option('--json', 'print the report as JSON', false)
      .optionsGroup('Where the description does not say how accounts authenticate:')
      .addOption(new Option('--auth <scheme>', 'how accounts authenticate').choices(['API_KEY', 'BEARER_TOKEN', 'BASIC', 'NO_AUTH']))
      .option('--auth-header <name>', 'header that takes the API key, such as X-Key')
      .option('--auth-query <name>', 'query parameter that takes the API key')
      .option('--auth-prefix <text>', 'written before the API key, such as "token "'),
  )
    .addHelpText('after', '\nExample:\n  plugboard toolkits import ./github.yaml --slug github --auth BEARER_TOKEN')
    .action(async (source: string, options: ImportOptions) => {
      const { runImport } = await import('./run-import.ts')
      await runImport(await connectToService(options), source, options)
    })
