import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type AvailableOptions = ConnectionOptions & { category?: string; search?: string; json: boolean }

/** `plugboard toolkits available` */
export const listAvailableToolkits = (): Command =>
  withConnection(
    new Command('available')
      .description('List the toolkits that can be added by their names')
      .option('--category <category>', 'such as email or payments')
      .option('--search <words>', 'in name, other names or summary')
      .option('--json', 'print JSON', false),
  ).action(async ({ category, search, json, ...connection }: AvailableOptions) => {
    const client = await connectToService(connection)
    const { listEveryAvailable } = await import('./list-every-available.ts')
    const items = await listEveryAvailable(client, {
      ...(category !== undefined && { category }),
      ...(search !== undefined && { search }),
    })
    const { printList } = await import('../print-list.ts')
    printList(
      { items },
      {
        TOOLKIT: ({ slug }) => slug,
        STATE: ({ installed }) => (installed ? (installed.managed ? 'added' : 'imported') : null),
        AUTH: ({ auth_schemes }) => auth_schemes.join(', ') || 'NO_AUTH',
        'FEATURED TOOLS': ({ featured_tools }) => featured_tools,
        TRIGGERS: ({ triggers }) => triggers,
        SUMMARY: ({ summary }) => summary,
      },
      {
        json,
        nothing:
          'No toolkit fits. plugboard toolkits available lists all; plugboard toolkits import takes any API description.',
      },
    )
  })
