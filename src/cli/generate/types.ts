import { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

type TypesOptions = ConnectionOptions & { toolkit?: string[]; out: string }

/** `plugboard generate types` */
export const generateTypes = (): Command =>
  withConnection(
    new Command('types')
      .description(
        "Generate types of tools, so that the compiler checks session.execute('TRACKER_CREATE_ISSUE', { … })",
      )
      .option(
        '--toolkit <slug>',
        'tools of this toolkit; may be repeated; default: all toolkits',
        collect,
      )
      .option('--out <file>', 'output file; - is standard output', 'plugboard-tools.d.ts'),
  ).action(async ({ toolkit, out, ...connection }: TypesOptions) => {
    const client = await connectToService(connection)
    const [{ listEveryTool }, { toTypesFile }] = await Promise.all([
      import('./list-every-tool.ts'),
      import('./to-types-file.ts'),
    ])
    const tools = await listEveryTool(client, toolkit)
    const empty = toolkit?.find(
      (slug) => !tools.some((tool) => tool.toolkit.slug === slug.toLowerCase()),
    )
    if (empty !== undefined)
      throw new CliError(`The toolkit "${empty}" does not exist or has no tools`, {
        suggestedFix: 'plugboard toolkits list shows the toolkits',
      })
    const text = toTypesFile(tools)
    if (out === '-') return void process.stdout.write(text)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(out, text)
    console.log(
      `${out}: the types of ${tools.length} tools. Make sure that the program includes the file, for example by "include" in tsconfig.json.`,
    )
  })
