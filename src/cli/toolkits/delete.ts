import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard toolkits delete` */
export const deleteToolkit = (): Command =>
  withConnection(
    new Command('delete')
      .argument('<slug>')
      .description(
        'Delete an imported toolkit with its tools, auth configs and connected accounts',
      ),
  ).action(async (slug: string, options: ConnectionOptions) => {
    const client = await connectToService(options)
    await client.toolkits.delete({ params: { slug } })
    console.log(
      `Deleted the toolkit "${slug}" with its tools, auth configs and connected accounts.`,
    )
  })
