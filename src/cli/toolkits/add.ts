import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import type { AddOptions } from './run-add.ts'

/** `plugboard toolkits add` */
export const addToolkits = (): Command =>
  withConnection(
    new Command('add')
      .argument('<toolkit...>', 'names of toolkits that toolkits available lists, such as gmail')
      .description('Add toolkits by their names, with recipes that come with the service')
      .option('--from <file>', 'description of the API, in place of the address in the recipe')
      .option('--replace', 'also where the project imported a toolkit of that name itself', false)
      .option(
        '--accept-host-change',
        'allow the new version to talk to other hosts than the one before',
        false,
      )
      .option('--json', 'print the reports as JSON', false),
  )
    .addHelpText('after', '\nExample:\n  plugboard toolkits add gmail slack')
    .action(async (toolkits: string[], options: ConnectionOptions & AddOptions) => {
      const { runAdd } = await import('./run-add.ts')
      await runAdd(await connectToService(options), toolkits, options)
    })
