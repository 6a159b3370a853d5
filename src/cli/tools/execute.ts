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
        'upload a file and pass it as this argument, such as file or body.file; may be repeated',
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
    const withFiles = await uploadAll(client, toolArguments, options.file)
    const { data, error, log_id, paging, selection } = await client.tools.execute({
      params: { tool_slug: slug },
      body: {
        arguments: withFiles,
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

/** The arguments with each file at its path; a repeated path gets a list. */
const uploadAll = async (
  client: Client,
  toolArguments: Record<string, unknown>,
  given: string[] | undefined,
): Promise<Record<string, unknown>> => {
  if (given === undefined) return toolArguments
  const [{ parsePairs }, { openFile }, { parseArgumentPath }, { placeArgument }] =
    await Promise.all([
      import('../api/parse-pairs.ts'),
      import('../open-file.ts'),
      import('./parse-argument-path.ts'),
      import('./place-argument.ts'),
    ])
  const upload = async (path: string) => {
    const { content, filename } = await openFile(path)
    return client.files.upload({ query: { filename }, content })
  }
  const places = Object.entries(parsePairs('--file', given)).map(([argument, paths]) => ({
    at: parseArgumentPath(argument),
    paths,
  }))
  // What cannot be placed is not uploaded.
  places.reduce((all, { at }) => placeArgument(all, at, {}), toolArguments)
  let placed = toolArguments
  for (const { at, paths } of places) {
    const files = Array.isArray(paths) ? await Promise.all(paths.map(upload)) : await upload(paths)
    placed = placeArgument(placed, at, files)
  }
  return placed
}
