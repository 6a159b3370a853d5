import { Command } from 'commander'
import { collect } from '../collect.ts'
import { limitOption } from '../limit-option.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard tools list` */
export const listTools = (): Command =>
  withConnection(
    new Command('list')
      .description('List tools')
      .option('--toolkit <slug>', 'only of this toolkit; may be repeated', collect)
      .addOption(limitOption(100))
      .option('--json', 'print JSON, with the schemas', false),
  ).action(
    async (options: ConnectionOptions & { toolkit?: string[]; limit: number; json: boolean }) => {
      const client = await connectToService(options)
      const page = await client.tools.list({
        query: { limit: options.limit, ...(options.toolkit && { toolkit_slug: options.toolkit }) },
      })
      const [{ printList }, { toolColumns }, { requireToolkits }] = await Promise.all([
        import('../print-list.ts'),
        import('./tool-columns.ts'),
        import('./require-toolkits.ts'),
      ])
      if (page.items.length === 0) await requireToolkits(client, options.toolkit)
      printList(page, toolColumns, {
        json: options.json,
        nothing:
          'There are no tools. Create some from an API description with plugboard toolkits import.',
      })
    },
  )
