import type { Command } from 'commander'
import { group } from '../group.ts'
import { adminCommand, asking } from './admin-command.ts'
import type { AdminOptions } from './run-admin.ts'

type UserOptions = AdminOptions & { project?: string }

/** `plugboard admin users` */
export const adminUsers = (): Command =>
  group('users', 'Everything that is kept of a user of your product', [exportUser(), eraseUser()])

const project = ['--project <id>', 'project; not needed if there is only one'] as const

const exportUser = (): Command =>
  adminCommand('export', 'Print it, a line of JSON each; without credentials')
    .argument('<user>')
    .option(...project)
    .action(async (user: string, options: UserOptions) => {
      const { exportLines } = await import('./export-user.ts')
      for await (const line of exportLines(user, options)) console.log(line)
    })

const eraseUser = (): Command =>
  asking(
    adminCommand('erase', 'Delete it, and revoke accounts at their providers')
      .argument('<user>')
      .option(...project)
      .option('--yes', 'erase it without asking'),
    'users erase',
    ([user], { project: own }) => ({ user, project: own }),
    ([user]) => `Erase everything of ${user}? It cannot be restored.`,
  )
