import { styleText } from 'node:util'
import type { Command, Help } from 'commander'

/** Help of a group lists its commands with all words, and bold headings on a terminal. */
export const helpStyle: Partial<Help> = {
  styleTitle: (title) => styleText('bold', title),
  subcommandTerm: (command) =>
    command.commands.length > 0
      ? pathOf(command).join(' ')
      : [...pathOf(command), command.usage()].join(' ').replace(' [options]', ''),
}

/** The words of a command without the program's name, such as `toolkits import`. */
const pathOf = (command: Command): string[] =>
  command.parent?.parent ? [...pathOf(command.parent), command.name()] : [command.name()]
