import { Command } from 'commander'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

/** `plugboard tools get` */
export const getTool = (): Command =>
  withConnection(
    new Command('get')
      .argument('<slug>', 'such as TRACKER_CREATE_ISSUE')
      .description('Show a tool: what it does, its arguments, its hints')
      .option('--json', 'print JSON, with the schemas', false),
  ).action(async (slug: string, { json, ...connection }: ConnectionOptions & { json: boolean }) => {
    const client = await connectToService(connection)
    const tool = await client.tools.get({ params: { tool_slug: slug } })
    if (json) return console.log(JSON.stringify(tool, null, 2))
    const { toToolText } = await import('./to-tool-text.ts')
    console.log(toToolText(tool))
  })
