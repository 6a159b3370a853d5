import { Command, Option } from 'commander'
import { CliError } from '../cli-error.ts'
import { adminCommand } from './admin-command.ts'
import type { AdminOptions } from './run-admin.ts'

type Options = AdminOptions & { check?: true; to?: string }

/** `plugboard admin migrate`: the schema as a step of its own, before nodes of this version start. */
export const adminMigrate = (): Command => {
  const command = adminCommand('migrate', 'Migrate the database, which starting does too')
    .option('--check', 'only say which versions run on it; exits with 1 if this one does not')
    .addOption(
      new Option('--to <migration>', 'latest, or the name of the last migration to run').conflicts(
        'check',
      ),
    )
  return command.action(async () => {
    const options = command.optsWithGlobals<Options>()
    if (options.check === undefined && options.to === undefined)
      throw new CliError('Pass --check or --to', {
        suggestedFix: 'Migrate with `plugboard admin migrate --to latest`',
      })
    const [{ runAdmin }, { printAnswer }] = await Promise.all([
      import('./run-admin.ts'),
      import('./print-answer.ts'),
    ])
    const answer = await (options.check
      ? runAdmin(options, 'migrate check', {})
      : runAdmin(options, 'migrate', { to: options.to }))
    printAnswer(answer, options)
    if (options.check && !('runs_this_version' in answer && answer.runs_this_version))
      process.exitCode = 1
  })
}
