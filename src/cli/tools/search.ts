import { Command } from 'commander'
import { limitOption } from '../limit-option.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard tools search` */
export const searchTools = (): Command =>
  withConnection(
    new Command('search')
      .argument('<words...>', 'task, such as "create an issue"')
      .description('Find tools for a task, best match first')
      .addOption(limitOption(10))
      .option('--json', 'print JSON', false),
  ).action(
    async (words: string[], options: ConnectionOptions & { limit: number; json: boolean }) => {
      const client = await connectToService(options)
      const [{ printList }, { toToolRow }, { searchWhenIndexed }] = await Promise.all([
        import('../print-list.ts'),
        import('./to-tool-row.ts'),
        import('../search/search-when-indexed.ts'),
      ])
      const { items } = await searchWhenIndexed(() =>
        client.tools.list({ query: { search: words.join(' '), limit: options.limit } }),
      )
      // The number of weaker matches is not useful here.
      printList({ items, total_items: items.length }, toToolRow, {
        json: options.json,
        nothing: 'No tool matches. Try other words: the service, the object, and the action.',
      })
    },
  )
