import { Option, type Command } from 'commander'
import { group } from '../group.ts'
import { adminBackup, adminRestore } from './backup.ts'
import { adminCommand, asking } from './admin-command.ts'
import { adminCheck } from './check.ts'
import { adminLink } from './link.ts'
import { adminMigrate } from './migrate.ts'
import { adminMove } from './move.ts'
import { adminUsers } from './users.ts'

/** The commands of `plugboard admin`. */
export const adminCommands = (): Command[] => [
  adminLink(),
  adminBackup(),
  adminRestore(),
  adminMove(),
  adminCheck(),
  adminMigrate(),
  asking(
    adminCommand('stats', 'Count the rows of every table, and the jobs of every queue'),
    'stats',
  ),
  adminKeys(),
  adminUsers(),
  adminJobs(),
  adminCalls(),
  adminDeliveries(),
]

const adminKeys = (): Command =>
  group('keys', 'API keys, also when none is known any more', [
    asking(adminCommand('list', 'List the keys, without their texts'), 'keys list'),
    asking(
      adminCommand('create', 'Create a key, which is shown once')
        .addOption(
          new Option('--kind <kind>', 'what it is for')
            .choices(['project', 'user', 'organization'])
            .default('project'),
        )
        .option('--project <id>', 'project; not needed if there is only one')
        .option('--name <name>', 'name of the key', 'plugboard admin'),
      'keys create',
      (_, { kind, project, name }) => ({ kind, project, name }),
    ),
    asking(
      adminCommand('revoke', 'Delete a key, which no node accepts from then on')
        .argument('<key>', 'its id, such as key_…')
        .option('--yes', 'do it without asking'),
      'keys revoke',
      ([id]) => ({ id }),
      ([id]) => `Programs with the key ${id} will be refused. Revoke it?`,
    ),
  ])

const adminJobs = (): Command =>
  group('jobs', 'Background jobs that gave up; they are kept for 30 days', [
    asking(adminCommand('list', 'List them with their errors'), 'jobs list'),
    asking(
      adminCommand('retry', 'Run one again, or all of a queue')
        .argument('<queue>')
        .argument('[job]'),
      'jobs retry',
      toJob,
    ),
    asking(
      adminCommand('discard', 'Delete one, or all of a queue')
        .argument('<queue>')
        .argument('[job]')
        .option('--yes', 'delete all of a queue without asking'),
      'jobs discard',
      toJob,
      ([queue, job]) =>
        job === undefined
          ? `All jobs of ${queue} that gave up are deleted, and cannot be run any more. Delete them?`
          : undefined,
    ),
  ])

const toJob = ([queue, id]: string[]): object => ({ queue, id })

const adminCalls = (): Command =>
  group('calls', 'Calls whose outcome a crash left unknown', [
    asking(
      adminCommand('unknown', 'List them; each is forgotten a day after it began'),
      'calls unknown',
    ),
    asking(
      adminCommand('resolve', 'Say what became of a call, after a look at the third party')
        .argument('<call>')
        .addOption(
          new Option(
            '--as <outcome>',
            'executed: repeated requests are told so; not-executed: they run it',
          )
            .choices(['executed', 'not-executed'])
            .makeOptionMandatory(),
        ),
      'calls resolve',
      ([id], { as }) => ({ id, executed: as === 'executed' }),
    ),
  ])

const adminDeliveries = (): Command =>
  group('deliveries', 'Webhook deliveries of all projects', [
    asking(
      adminCommand('recover', 'Send again what gave up, with the same event ids')
        .requiredOption('--since <time>', 'only of events since then: 2026-11-24T08:00:00Z')
        .option('--subscription <id>', 'only to this receiver'),
      'deliveries recover',
      (_, { since, subscription }) => ({ since, subscription }),
    ),
  ])
