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
        "Write the types of tools, so that the compiler checks session.execute('TRACKER_CREATE_ISSUE', { … })",
      )
      .option(
        '--toolkit <slug>',
        'tools of this toolkit; may be repeated; without it, of all',
        collect,
      )
      .option('--out <file>', 'where to write; - is standard output', 'plugboard-tools.d.ts'),
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
      throw new CliError(`The toolkit "${empty}" has no tools, or there is none of that name`, {
        suggestedFix: 'plugboard toolkits list shows what there is',
      })
    const text = toTypesFile(tools)
    if (out === '-') return void process.stdout.write(text)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(out, text)
    console.log(
      `${out}: the types of ${tools.length} tools. It has to be part of the program, as by "include" of tsconfig.json.`,
    )
  })
