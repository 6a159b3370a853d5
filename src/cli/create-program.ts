import { createRequire } from 'node:module'
import { Command, Help } from 'commander'
import { api } from './api.ts'
import { connect } from './connect.ts'
import { dev } from './dev.ts'
import { evaluate } from './eval.ts'
import { generateTypes } from './generate/types.ts'
import { generateZod } from './generate/zod.ts'
import { rotateKeys } from './keys/rotate.ts'
import { listen } from './listen.ts'
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
    .description(
      "Gives AI agents tools that act on their users' accounts. All commands except dev, start and keys talk to a running service.",
    )
    .version(readVersion())
    .showHelpAfterError('Run with --help to list the commands.')
    .configureHelp({
      formatHelp: (command, help) =>
        new Help().formatHelp(command, Object.assign(help, wholeCommands)),
    })
  program.addCommand(dev())
  program.addCommand(start())
  program.addCommand(
    group('toolkits', 'Toolkits: third-party APIs that were imported', [
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
  )
  program.addCommand(
    group('tools', 'Tools: the operations of toolkits', [
      searchTools(),
      listTools(),
      executeTool(),
    ]),
  )
  program.addCommand(search())
  program.addCommand(connect())
  program.addCommand(listen())
  program.addCommand(api())
  program.addCommand(evaluate())
  program.addCommand(
    group('generate', 'Code generation for programs that use the tools', [
      generateTypes(),
      generateZod(),
    ]),
  )
  program.addCommand(
    group('keys', 'Root keys, which encrypt every stored credential', [rotateKeys()]),
  )
  // Settings of a program only apply to commands that it creates.
  for (const command of descendants(program))
    if (command !== program) command.copyInheritedSettings(command.parent ?? program)
  return program
}

const group = (name: string, description: string, commands: Command[]): Command =>
  commands.reduce(
    (parent, command) => parent.addCommand(command),
    new Command(name).description(description),
  )

/** Help lists every command with all words and arguments, not only the first word. */
const wholeCommands: Partial<Help> = {
  visibleCommands: (command) => leaves(command),
  subcommandTerm: (command) =>
    [...path(command), command.usage()].join(' ').replace(' [options]', ''),
}

const descendants = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(descendants),
]

const leaves = (command: Command): Command[] =>
  command.commands.flatMap((child) => (child.commands.length === 0 ? [child] : leaves(child)))

/** The command's path without the program's name, such as `toolkits import`. */
const path = (command: Command): string[] =>
  command.parent ? [...path(command.parent), command.name()] : []

const readVersion = (): string => {
  const { version } = createRequire(import.meta.url)('plugboard/package.json') as {
    version: string
  }
  return version
}
