import { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type ExecuteOptions = ConnectionOptions & { arguments: string; user?: string; account?: string }

/** `plugboard tools execute` */
export const executeTool = (): Command =>
  withConnection(
    new Command('execute')
      .argument('<slug>', 'such as TRACKER_CREATE_ISSUE')
      .description('Execute a tool with a user\'s connected account and print its result as JSON')
      .option('--arguments <json>', 'arguments as a JSON object; - reads them from standard input', '{}')
      .option('--user <id>', 'your own id of the user whose account is used')
      .option('--account <id>', 'connected account (ca_…), where the user has several'),
  ).action(async (slug: string, options: ExecuteOptions) => {
    const { readJsonObject } = await import('../read-json-object.ts')
    const toolArguments = await readJsonObject('--arguments', options.arguments, '{"title": "The door is broken"}')
    const client = await connectToService(options)
    const { data, error, log_id } = await client.tools.execute({
      params: { tool_slug: slug },
      body: {
        arguments: toolArguments,
        ...(options.user !== undefined && { user_id: options.user }),
        ...(options.account !== undefined && { connected_account_id: options.account }),
      },
    })
    console.log(JSON.stringify(data, null, 2))
    if (error !== null) throw new CliError(error, { suggestedFix: `The log entry of this call is ${log_id}` })
  })
