import { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type UpdateOptions = ConnectionOptions & { acceptHostChange: boolean; json: boolean }

/** `plugboard toolkits update` */
export const updateToolkits = (): Command =>
  withConnection(
    new Command('update')
      .argument('[toolkit...]', 'names of added toolkits; default: all')
      .description('Read the descriptions of added toolkits again, and show what changed')
      .option(
        '--accept-host-change',
        'allow the new version to talk to other hosts than the one before',
        false,
      )
      .option('--json', 'print the reports as JSON', false),
  ).action(async (named: string[], { acceptHostChange, json, ...connection }: UpdateOptions) => {
    const client = await connectToService(connection)
    const { listEveryAvailable } = await import('./list-every-available.ts')
    const added = (await listEveryAvailable(client, { installed: 'true' })).flatMap(
      ({ slug, installed }) => (installed?.managed === true ? slug : []),
    )
    const other = named.find((slug) => !added.includes(slug.toLowerCase()))
    if (other !== undefined)
      throw new CliError(`"${other}" was not added by its name`, {
        suggestedFix: `Run: plugboard toolkits add ${other}, or import its description again`,
      })
    const toolkits = named.length > 0 ? named : added
    if (toolkits.length === 0) return console.log('No toolkit was added by its name yet.')
    const { runAdd } = await import('./run-add.ts')
    await runAdd(client, toolkits, { replace: false, refresh: true, acceptHostChange, json })
  })
