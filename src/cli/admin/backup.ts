import { resolve } from 'node:path'
import type { Command } from 'commander'
import { adminCommand } from './admin-command.ts'
import type { AdminOptions } from './run-admin.ts'

/** `plugboard admin backup` */
export const adminBackup = (): Command =>
  adminCommand('backup', 'Back up the database; root keys are never inside')
    .argument('<file>', 'new file; a backup is never overwritten')
    .option('--verify', 'check a backup that is there, instead of making one', false)
    .addHelpText(
      'after',
      '\nSQLite: the service copies its file while it goes on working, and writes the backup on its own machine. A copy of plugboard.db alone, made while the service runs, lacks rows that were acknowledged.\nPostgreSQL: prints the line for pg_dump; --verify then reads what it wrote with pg_restore.\nKeep the root keys apart from backups: nothing in a backup can be decrypted without them.',
    )
    .action(async (file: string, options: AdminOptions & { verify: boolean }) => {
      const path = resolve(file)
      const { makeBackup, verifyBackup } = await import('./back-up.ts')
      const { printAnswer } = await import('./print-answer.ts')
      printAnswer(await (options.verify ? verifyBackup : makeBackup)(path, options), options)
    })

/** `plugboard admin restore` */
export const adminRestore = (): Command =>
  adminCommand('restore', 'Restore a backup into an empty data folder, and say what it holds')
    .argument('<file>', 'backup of SQLite; for PostgreSQL, the line for pg_restore is printed')
    .action(async (file: string, options: AdminOptions) => {
      const { restoreBackup } = await import('./back-up.ts')
      const { printAnswer } = await import('./print-answer.ts')
      printAnswer(await restoreBackup(resolve(file), options), options)
    })
