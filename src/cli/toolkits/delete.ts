import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard toolkits delete` */
export const deleteToolkit = (): Command =>
  withConnection(
    new Command('delete')
      .argument('<slug>')
      .description('Delete an imported toolkit with its tools, auth configs and connected accounts')
      .option('--yes', 'delete it without asking'),
  ).action(async (slug: string, _: unknown, command: Command) => {
    const options = command.optsWithGlobals<ConnectionOptions & { yes?: boolean }>()
    const { confirmLoss } = await import('../confirm-loss.ts')
    await confirmLoss(
      `Delete the toolkit "${slug}" with its tools, auth configs and connected accounts?`,
      options.yes,
    )
    const client = await connectToService(options)
    await client.toolkits.delete({ params: { slug } })
    console.log(
      `Deleted the toolkit "${slug}" with its tools, auth configs and connected accounts.`,
    )
  })
