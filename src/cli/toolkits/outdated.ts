import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard toolkits outdated` */
export const listOutdatedToolkits = (): Command =>
  withConnection(
    new Command('outdated')
      .description('List the toolkits that were added with an older recipe than the service has')
      .option('--json', 'print JSON', false),
  ).action(async ({ json, ...connection }: ConnectionOptions & { json: boolean }) => {
    const client = await connectToService(connection)
    const { listEveryAvailable } = await import('./list-every-available.ts')
    const items = (await listEveryAvailable(client, { installed: 'true' })).filter(
      ({ installed }) => installed?.managed === true && !installed.current,
    )
    const { printList } = await import('../print-list.ts')
    printList(
      { items, total_items: items.length },
      ({ slug, installed }) => [
        slug,
        installed?.version ?? '',
        `plugboard toolkits update ${slug}`,
      ],
      {
        json,
        nothing:
          'All toolkits have the recipes of this service. plugboard toolkits update <name> reads the description of a toolkit again.',
      },
    )
  })
