import type { Command, Option } from 'commander'
import { firstSentence } from '../first-sentence.ts'
import { findCommand, resolveWords } from '../resolve-words.ts'

/**
 * What the last of the words can be, as lines of a candidate, a tab and its description: commands,
 * options and the values of options that have a fixed set of them.
 */
export const toCandidates = (program: Command, words: readonly string[]): string[] => {
  const last = words.at(-1) ?? ''
  const { command } = findCommand(
    program,
    // An option of a group is one of its list.
    last.startsWith('-') ? resolveWords(program, words) : words.slice(0, -1),
  )
  const before = command.options.find(({ short, long }) =>
    [short, long].includes(words.at(-2) ?? ''),
  )
  return candidatesOf(command, last, before)
    .filter(([candidate]) => candidate.startsWith(last))
    .map(([candidate, description]) => `${candidate}\t${firstSentence(description)}`)
}

const candidatesOf = (
  command: Command,
  last: string,
  before: Option | undefined,
): (readonly [string, string])[] => {
  if (before?.required || before?.optional)
    return (before.argChoices ?? []).map((choice) => [choice, before.description] as const)
  const options = [...command.options, helpOption].filter(({ hidden }) => !hidden)
  if (last.startsWith('-'))
    return options.map(({ long, short, description }) => [long ?? short ?? '', description])
  const values = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((choice) => [choice, description] as const),
  )
  return [...command.createHelp().visibleCommands(command).map(toPair), ...values]
}

const helpOption = { long: '--help', short: '-h', description: 'display help', hidden: false }

const toPair = (command: Command) => [command.name(), command.description()] as const
