import { createRequire } from 'node:module'
import { Command, Option } from 'commander'
import { addExamples } from './add-examples.ts'
import { adminCommands } from './admin/commands.ts'
import { api } from './api.ts'
import { complete, completion } from './completion.ts'
import { connect } from './connect.ts'
import { dev } from './dev.ts'
import { evaluate } from './eval.ts'
import { generateTypes } from './generate/types.ts'
import { generateZod } from './generate/zod.ts'
import { helpStyle } from './help-style.ts'
import { rotateKeys } from './keys/rotate.ts'
import { listen } from './listen.ts'
import { resources } from './resources/resources.ts'
import { toCommand } from './resources/to-command.ts'
import { search } from './search.ts'
import { start } from './start.ts'
import { addToolkits } from './toolkits/add.ts'
import { listAvailableToolkits } from './toolkits/available.ts'
import { toolkitChanges } from './toolkits/changes.ts'
import { diagnoseToolkit } from './toolkits/doctor.ts'
import { deleteToolkit } from './toolkits/delete.ts'
import { importToolkit } from './toolkits/import.ts'
import { listToolkits } from './toolkits/list.ts'
import { listOutdatedToolkits } from './toolkits/outdated.ts'
import { setUpToolkit } from './toolkits/setup.ts'
import { updateToolkits } from './toolkits/update.ts'
import { executeTool } from './tools/execute.ts'
import { listTools } from './tools/list.ts'
import { searchTools } from './tools/search.ts'

/** Defines all commands with their options. Their implementations are loaded on demand. */
export const createProgram = (): Command => {
  const program = new Command('plugboard')
    .description("Gives AI agents tools that act on their users' accounts.")
    .version(readVersion())
    .showHelpAfterError('Run with --help to list the commands.')
    .configureHelp(helpStyle)
    .addOption(new Option('--yes', 'answer yes to every question').hideHelp())
    .addHelpCommand(
      new Command('help').argument('[command]').description('Show help').helpGroup('Other:'),
    )
  for (const [heading, commands] of Object.entries(groups()))
    for (const command of commands) program.addCommand(command.helpGroup(heading))
  program.addCommand(complete(), { hidden: true })
  addExamples(program, examples).addHelpText('after', notes)
  // Settings of a program only apply to commands that it creates.
  for (const command of descendants(program))
    if (command !== program) command.copyInheritedSettings(command.parent ?? program)
  return program
}

const groups = (): Record<string, Command[]> => ({
  'Run the service:': [
    dev(),
    start(),
    group('admin', 'For the people who run the service: access, backups, checks', adminCommands()),
    group('keys', 'The root keys, which encrypt every stored credential', [rotateKeys()]),
  ],
  'Give agents tools:': [
    group('toolkits', 'Third-party APIs that were added or imported', [
      addToolkits(),
      listAvailableToolkits(),
      listOutdatedToolkits(),
      updateToolkits(),
      importToolkit(),
      listToolkits(),
      setUpToolkit(),
      diagnoseToolkit(),
      toolkitChanges(),
      deleteToolkit(),
    ]),
    group('tools', 'The operations of toolkits', [searchTools(), listTools(), executeTool()]),
    search(),
    toCommand(resources.mcp),
  ],
  'Connect users:': [
    connect(),
    toCommand(resources.accounts),
    toCommand(resources.authConfigs),
    toCommand(resources.users),
  ],
  'See what agents do:': [
    toCommand(resources.logs),
    toCommand(resources.sessions),
    toCommand(resources.approvals),
  ],
  'React to events:': [
    listen(),
    toCommand(resources.triggers),
    toCommand(resources.webhooks),
    toCommand(resources.deliveries),
  ],
  'Build and test:': [
    group('generate', 'Generate code for programs that use the tools', [
      generateTypes(),
      generateZod(),
    ]),
    evaluate(),
  ],
  'Other:': [api(), completion()],
})

const examples = [
  'plugboard dev --sample                 # a service to try things with',
  'plugboard connect tracker --user ada   # an account of a user',
  'plugboard search "create an issue"     # what an agent would find',
  'plugboard logs --follow                # what agents do',
]

const notes = `
plugboard <command> --help shows the commands and options of each; where a
command has a list, that is what it does by itself.

All but dev, start, keys and completion talk to a running service: a plugboard
dev that was started in this folder, or the one that PLUGBOARD_BASE_URL and
PLUGBOARD_API_KEY name. Results go to standard output, everything else to
standard error. Exit codes: 0; 1 for a failure, which is explained; 2 for
evaluations that could not be judged; 130 for a question without an answer.`

const group = (name: string, description: string, commands: Command[]): Command =>
  commands.reduce(
    (parent, command) => parent.addCommand(command),
    new Command(name).description(description).helpCommand(false),
  )

const descendants = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(descendants),
]

const readVersion = (): string => {
  const { version } = createRequire(import.meta.url)('plugboard/package.json') as {
    version: string
  }
  return version
}
