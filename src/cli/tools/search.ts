import { Command } from 'commander'
import { collect } from '../collect.ts'
import { limitOption } from '../limit-option.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard tools search` */
export const searchTools = (): Command =>
  withConnection(
    new Command('search')
      .argument('<words...>', 'task, such as "create an issue"')
      .description(
        'Find tools of the project for a task, best match first; plugboard search shows what an agent finds',
      )
      .option('--toolkit <slug>', 'only of this toolkit; may be repeated', collect)
      .addOption(limitOption(10))
      .option('--json', 'print JSON', false),
  ).action(
    async (
      words: string[],
      options: ConnectionOptions & { toolkit?: string[]; limit: number; json: boolean },
    ) => {
      const client = await connectToService(options)
      const [{ printList }, { toolColumns }, { searchWhenIndexed }, { requireToolkits }] =
        await Promise.all([
          import('../print-list.ts'),
          import('./tool-columns.ts'),
          import('../search/search-when-indexed.ts'),
          import('./require-toolkits.ts'),
        ])
      const { items } = await searchWhenIndexed(() =>
        client.tools.list({
          query: {
            search: words.join(' '),
            limit: options.limit,
            ...(options.toolkit && { toolkit_slug: options.toolkit }),
          },
        }),
      )
      if (items.length === 0) await requireToolkits(client, options.toolkit)
      // The number of weaker matches is not useful here.
      printList({ items }, toolColumns, {
        json: options.json,
        nothing: 'No tool matches. Try other words: the service, the object, and the action.',
      })
    },
  )
