import { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import type { UpdateOptions } from './run-update.ts'

/** `plugboard toolkits update` */
export const updateToolkits = (): Command =>
  withConnection(
    new Command('update')
      .argument('[toolkit...]', 'names of added toolkits; default: all')
      .description(
        'Read the descriptions of added toolkits again, show what changes, and use that once it is confirmed',
      )
      .option('--yes', 'use the changes without asking')
      .option(
        '--accept-host-change',
        'allow the new version to talk to other hosts than the one before',
        false,
      )
      .option('--json', 'print the reports as JSON', false),
  ).action(async (named: string[], _: unknown, command: Command) => {
    const options = command.optsWithGlobals<ConnectionOptions & UpdateOptions>()
    const client = await connectToService(options)
    const { listEveryAvailable } = await import('./list-every-available.ts')
    const added = (await listEveryAvailable(client, { installed: 'true' })).flatMap(
      ({ slug, installed }) => (installed?.managed === true ? slug : []),
    )
    const other = named.find((slug) => !added.includes(slug.toLowerCase()))
    if (other !== undefined)
      throw new CliError(`"${other}" was not added by its name`, {
        suggestedFix: `Run: plugboard toolkits add ${other}, or import its description again`,
      })
    const toolkits =
      named.length > 0 ? [...new Set(named.map((slug) => slug.toLowerCase()))] : added
    if (toolkits.length === 0) return console.log('No toolkit was added by its name yet.')
    const { runUpdate } = await import('./run-update.ts')
    await runUpdate(client, toolkits, options)
  })
