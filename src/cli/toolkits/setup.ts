import { Command, Option } from 'commander'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import type { SetupOptions } from './setup-steps.ts'

/** `plugboard toolkits setup` */
export const setUpToolkit = (): Command =>
  withConnection(
    new Command('setup')
      .argument('<toolkit>', 'slug of the toolkit')
      .description("Set up the OAuth application through which users' accounts are connected")
      .option('--scheme <scheme>', 'auth scheme of the toolkit, such as OAUTH2')
      .option(
        '--scope <scope>',
        'scope, or name of a scope set, that new connections ask for; may be repeated',
        collect,
      )
      .option(
        '--value <name=value>',
        'a value of the application, such as client_id=…; may be repeated; name=- reads it from standard input',
        collect,
      )
      .option(
        '--managed',
        'set up an application for all projects of a plugboard dev on this machine',
        false,
      )
      .addOption(
        new Option('--new', 'set up another application, where one is set up')
          .default(false)
          .conflicts('managed'),
      )
      .option('--json', 'print JSON', false),
  )
    .addHelpText(
      'after',
      [
        '',
        'Prints where to register the application and the redirect URI to enter there, then asks for',
        'its client id and secret. Without a terminal and without --value it prints the first part;',
        'run it again with the values: the redirect URI stays the same.',
        '',
        'A toolkit that is set up is shown, and changed with --value (a new secret) or --scope.',
        '',
        'With --managed the application is written to the file that PLUGBOARD_OAUTH_APPS names, or',
        'oauth-apps.json in the data folder, for a toolkit of the catalogue; the running service reads it.',
        '',
        'Example:',
        '  plugboard toolkits setup googlecalendar',
        '  plugboard toolkits setup slack --value client_id=123.456 --value client_secret=- < secret.txt',
      ].join('\n'),
    )
    .action(async (toolkit: string, options: ConnectionOptions & SetupOptions) => {
      if (options.managed) {
        const { runManagedSetup } = await import('./run-managed-setup.ts')
        return runManagedSetup(options, toolkit)
      }
      const { runSetup } = await import('./run-setup.ts')
      await runSetup(await connectToService(options), toolkit, options)
    })
