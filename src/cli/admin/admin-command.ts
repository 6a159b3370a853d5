import { Command, Option } from 'commander'
import type { AdminOptions } from './run-admin.ts'

/** A command of `plugboard admin`, with the options that say which service it is about. */
export const adminCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .addOption(
      new Option(
        '--url <address>',
        'ask the service at this address; default: the database, or the service that uses the data folder',
      ),
    )
    .addOption(
      new Option('--data <folder>', 'data folder of the service, if it uses SQLite')
        .env('PLUGBOARD_DATA')
        .default('.plugboard'),
    )
    .option('--json', 'print JSON', false)

/** Adds a command that asks one thing and prints the answer. */
export const asking = (
  command: Command,
  asked: string,
  toGiven: (words: string[], options: Record<string, unknown>) => object = () => ({}),
  /** What is asked first; undefined where nothing is. */
  toQuestion?: (words: string[]) => string | undefined,
): Command =>
  command.action(async (...given: unknown[]) => {
    const words = given
      .slice(0, command.registeredArguments.length)
      .flatMap((word) => (typeof word === 'string' ? [word] : []))
    const options = command.optsWithGlobals<AdminOptions & Record<string, unknown>>()
    const question = toQuestion?.(words)
    if (question !== undefined) {
      const { confirmLoss } = await import('../confirm-loss.ts')
      await confirmLoss(question, options['yes'] === true)
    }
    const [{ runAdmin }, { printAnswer }] = await Promise.all([
      import('./run-admin.ts'),
      import('./print-answer.ts'),
    ])
    printAnswer(await runAdmin(options, asked, toGiven(words, options)), options)
  })
