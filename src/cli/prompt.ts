import { CliError } from './cli-error.ts'

type Prompts = typeof import('@clack/prompts')

/**
 * Asks on the terminal. Ctrl+C, Escape and Ctrl+D are no answer: the command ends with that
 * sentence and 130.
 */
export const prompt = async <Value>(
  question: (prompts: Prompts) => Promise<Value>,
  unanswered: string,
): Promise<Exclude<Value, symbol>> => {
  const prompts = await import('@clack/prompts')
  // Without this, Ctrl+D closes the input and the question waits for it forever.
  prompts.updateSettings({ aliases: { '\u0004': 'cancel' } })
  const answer = await question(prompts)
  if (prompts.isCancel(answer)) throw new CliError(unanswered, { exitCode: 130 })
  return answer as Exclude<Value, symbol>
}
