import { createRequire } from 'node:module'
import { Command, Option } from 'commander'
import { helpStyle } from './help-style.ts'

/** The program without its commands. */
export const newProgram = (): Command =>
  new Command('plugboard')
    .description("Gives AI agents tools that act on their users' accounts.")
    .version(readVersion())
    .showHelpAfterError('Run with --help to list the commands.')
    .configureHelp(helpStyle)
    .addOption(new Option('--yes', 'answer yes to every question').hideHelp())
    .addHelpCommand(
      new Command('help').argument('[command]').description('Show help').helpGroup('Other:'),
    )

/** Gives the settings of a program to its commands; otherwise only those have them that it creates. */
export const withSettings = (program: Command): Command => {
  for (const command of descendants(program))
    if (command !== program) command.copyInheritedSettings(command.parent ?? program)
  return program
}

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
