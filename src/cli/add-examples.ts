import type { Command } from 'commander'

/** Adds examples below the help of a command. */
export const addExamples = (command: Command, examples: readonly string[]): Command =>
  command.addHelpText('after', ['', 'Examples:', ...examples.map((line) => `  ${line}`)].join('\n'))
