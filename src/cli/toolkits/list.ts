import { Command } from 'commander'
import { firstSentence } from '../first-sentence.ts'
import { limitOption } from '../limit-option.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard toolkits list` */
export const listToolkits = (): Command =>
  withConnection(
    new Command('list')
      .description('List the toolkits of the project')
      .option('--search <words>', 'in name, slug or description')
      .addOption(limitOption(100))
      .option('--json', 'print JSON', false),
  ).action(
    async (options: ConnectionOptions & { search?: string; limit: number; json: boolean }) => {
      const client = await connectToService(options)
      const page = await client.toolkits.list({
        query: {
          limit: options.limit,
          sort_by: 'alphabetically',
          ...(options.search !== undefined && { search: options.search }),
        },
      })
      const { printList } = await import('../print-list.ts')
      printList(
        page,
        {
          TOOLKIT: ({ slug }) => slug,
          TOOLS: ({ meta }) => meta.tools_count,
          VERSION: ({ meta }) => meta.version,
          AUTH: ({ auth_schemes, no_auth }) => (no_auth ? 'NO_AUTH' : auth_schemes.join(', ')),
          DESCRIPTION: ({ meta }) => firstSentence(meta.description),
        },
        {
          json: options.json,
          nothing:
            'There are no toolkits yet. plugboard toolkits add <name> adds one that plugboard toolkits available lists; plugboard toolkits import <openapi file or URL> --slug <name> makes one.',
        },
      )
    },
  )
