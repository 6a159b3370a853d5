import type { Command } from 'commander'

/** Commands that a group alone stands for. */
const implied = new Set(['list', 'run'])
const helpFlags = new Set(['--help', '-h'])

/**
 * Completes the words of a command line, without the program's name. A group alone means its `list`
 * or `run`, or its help where it has neither. Help on an unknown command becomes the command alone,
 * which is then reported as unknown.
 */
export const resolveWords = (program: Command, words: readonly string[]): string[] => {
  const { command, depth } = findCommand(program, words)
  const [next, ...rest] = words.slice(depth)
  if (command.commands.length === 0 || next === 'help') return [...words]
  const meant = command.commands.find((child) => implied.has(child.name()))
  const isWord = next !== undefined && !next.startsWith('-')
  if (isWord && !meant?.registeredArguments.length)
    return words.filter((word) => !helpFlags.has(word))
  if ([next, ...rest].some((word) => helpFlags.has(word ?? ''))) return [...words]
  if (next?.startsWith('-') && !meant) return [...words]
  return [...words.slice(0, depth), meant?.name() ?? '--help', ...words.slice(depth)]
}

/** The command that the leading words name, and how many of them do. */
export const findCommand = (
  program: Command,
  words: readonly string[],
): { command: Command; depth: number } => {
  let command = program
  for (const [depth, word] of words.entries()) {
    const child = command.commands.find((each) => each.name() === word)
    if (!child) return { command, depth }
    command = child
  }
  return { command, depth: words.length }
}
