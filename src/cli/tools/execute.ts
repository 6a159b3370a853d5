import { Command } from 'commander'
import type { Client } from '../../client/index.ts'
import { CliError } from '../cli-error.ts'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type ExecuteOptions = ConnectionOptions & {
  arguments: string
  file?: string[]
  user?: string
  account?: string
  all: boolean
  select?: string
}

/** `plugboard tools execute` */
export const executeTool = (): Command =>
  withConnection(
    new Command('execute')
      .argument('<slug>', 'such as TRACKER_CREATE_ISSUE')
      .description("Execute a tool with a user's connected account, and print its result as JSON")
      .option(
        '--arguments <json>',
        'arguments as a JSON object; - reads them from standard input',
        '{}',
      )
      .option(
        '--file <argument=path>',
        'upload a file and pass it as this argument; may be repeated',
        collect,
      )
      .option('--user <id>', 'your id of the user whose account is used')
      .option('--account <id>', 'connected account (ca_…), if the user has several')
      .option('--all', 'gather all pages of a tool that only reads', false)
      .option('--select <expression>', 'print only what this JMESPath expression selects'),
  ).action(async (slug: string, options: ExecuteOptions) => {
    const { readJsonObject } = await import('../read-json-object.ts')
    const toolArguments = await readJsonObject(
      '--arguments',
      options.arguments,
      '{"title": "The door is broken"}',
    )
    const client = await connectToService(options)
    const files = await uploadAll(client, options.file)
    const { data, error, log_id, paging, selection } = await client.tools.execute({
      params: { tool_slug: slug },
      body: {
        arguments: { ...toolArguments, ...files },
        ...(options.user !== undefined && { user_id: options.user }),
        ...(options.account !== undefined && { connected_account_id: options.account }),
        ...(options.all && { all: true }),
        ...(options.select !== undefined && { select: options.select }),
      },
    })
    console.log(JSON.stringify(data, null, 2))
    if (error !== null)
      throw new CliError(error, {
        suggestedFix: toNextStep(error, data) ?? `plugboard logs get ${log_id} shows this call`,
      })
    // Standard output holds the data alone.
    if (paging) console.error(paging.message)
    if (selection)
      console.error(`${selection.message}\n${JSON.stringify(selection.shape ?? {}, null, 2)}`)
  })

const toNextStep = (error: string, { toolkit, user_id: user }: Record<string, unknown>) =>
  error.includes('has no active connection') && typeof toolkit === 'string'
    ? `Run: plugboard connect ${toolkit} --user ${/^[\w@.-]+$/.test(String(user)) ? String(user) : '<id>'}`
    : undefined

/** The values of each argument; a repeated argument gets a list. */
const uploadAll = async (
  client: Client,
  given: string[] | undefined,
): Promise<Record<string, unknown>> => {
  if (given === undefined) return {}
  const [{ parsePairs }, { openFile }] = await Promise.all([
    import('../api/parse-pairs.ts'),
    import('../open-file.ts'),
  ])
  const upload = async (path: string) => {
    const { content, filename } = await openFile(path)
    return client.files.upload({ query: { filename }, content })
  }
  const files: Record<string, unknown> = {}
  for (const [argument, paths] of Object.entries(parsePairs('--file', given))) {
    files[argument] = Array.isArray(paths)
      ? await Promise.all(paths.map(upload))
      : await upload(paths)
  }
  return files
}
