import { Command } from 'commander'

/** A command that has only commands of its own, such as `plugboard tools`. */
export const group = (name: string, description: string, commands: readonly Command[]): Command =>
  commands.reduce(
    (parent, command) => parent.addCommand(command),
    new Command(name).description(description).helpCommand(false),
  )
