import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { adminCommand } from './admin-command.ts'
import type { AdminOptions } from './run-admin.ts'

/** `plugboard admin check` */
export const adminCheck = (): Command =>
  adminCommand('check', 'Look for damage, orphans and what cannot be decrypted; changes nothing')
    .addHelpText(
      'after',
      '\nOn SQLite with a running service, a copy is checked, which needs as much room in the folder for temporary files. A copy of plugboard.db alone, made while the service runs, lacks rows that were acknowledged, and this cannot see it: use plugboard admin backup.',
    )
    .action(async (options: AdminOptions) => {
      const { printAnswer } = await import('./print-answer.ts')
      const checked = await check(options)
      printAnswer(checked, options)
      if (!('result' in checked && checked.result === 'ok')) process.exitCode = 1
    })

/** Checking reads everything, for which a service that has only one thread would stand still. */
const check = async (options: AdminOptions): Promise<object> => {
  const [{ makeBackup, verifyBackup }, { readAdminConfig, runAdmin, isInUse }] = await Promise.all([
    import('./back-up.ts'),
    import('./run-admin.ts'),
  ])
  const { database } = await readAdminConfig(options)
  if (database.engine === 'postgres' || !(options.url !== undefined || isInUse(database.folder)))
    return runAdmin(options, 'check', {})
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-check-'))
  try {
    const path = join(folder, 'copy.backup')
    await makeBackup(path, options)
    return await verifyBackup(path, options)
  } finally {
    await rm(folder, { recursive: true })
  }
}
