import type { Command } from 'commander'
import type { Tool } from '../../contract/index.ts'
import { CliError } from '../cli-error.ts'
import { collect } from '../collect.ts'
import { connectToService, withConnection, type ConnectionOptions } from '../service-connection.ts'

export type GenerateOptions = ConnectionOptions & {
  toolkit?: string[]
  out: string
  check?: boolean
}

/** Adds the options that all generators have. */
export const withGenerateOptions = (command: Command, file: string): Command =>
  withConnection(
    command
      .option(
        '--toolkit <slug>',
        'tools of this toolkit; may be repeated; default: all toolkits',
        collect,
      )
      .option('--out <file>', 'output file; - is standard output', file)
      .option('--check', 'write nothing, and fail if the file is not up to date'),
  )

/**
 * Generates a file from the tools of the service and writes it; with `--check`, compares it with the
 * existing file instead. `describe` says what was written.
 */
export const generateFile = async (
  { toolkit, out, check, ...connection }: GenerateOptions,
  command: string,
  toText: (tools: readonly Tool[]) => string,
  describe: (tools: readonly Tool[]) => string,
): Promise<void> => {
  if (check && out === '-')
    throw new CliError('--check compares with a file, and --out - names none', {
      suggestedFix: 'Pass --out with the path of the generated file',
    })
  const client = await connectToService(connection)
  const { listEveryTool } = await import('./list-every-tool.ts')
  const tools = await listEveryTool(client, toolkit)
  const empty = toolkit?.find(
    (slug) => !tools.some((tool) => tool.toolkit.slug === slug.toLowerCase()),
  )
  if (empty !== undefined)
    throw new CliError(`The toolkit "${empty}" does not exist or has no tools`, {
      suggestedFix: 'plugboard toolkits list shows the toolkits',
    })
  const text = toText(tools)
  if (out === '-') return void process.stdout.write(text)
  if (check) return checkFile(out, text, command)
  const { writeFile } = await import('node:fs/promises')
  await writeFile(out, text)
  console.log(`${out}: ${describe(tools)}`)
}

const checkFile = async (path: string, text: string, command: string): Promise<void> => {
  const { readFile } = await import('node:fs/promises')
  const existing = await readFile(path, 'utf8').catch(() => undefined)
  if (existing === text) return console.log(`${path} is up to date`)
  throw new CliError(
    existing === undefined ? `${path} cannot be read` : `${path} is not up to date`,
    { suggestedFix: `Run plugboard generate ${command} with the same options, without --check` },
  )
}
