import { Command, Option } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'
import type { ChangesOptions } from './show-changes.ts'

/** `plugboard toolkits changes` */
export const toolkitChanges = (): Command =>
  withConnection(
    new Command('changes')
      .argument('<slug>')
      .description(
        'Show what the MCP server of a toolkit changed of its own accord, and accept or reject it',
      )
      .addOption(
        new Option('--accept', 'use what is shown from now on').default(false).conflicts('reject'),
      )
      .option('--reject', 'leave out what is shown, as long as the server lists the same', false)
      .option('--json', 'print JSON', false),
  ).action(async (slug: string, options: ConnectionOptions & ChangesOptions) => {
    const { showChanges } = await import('./show-changes.ts')
    await showChanges(await connectToService(options), slug, options)
  })
