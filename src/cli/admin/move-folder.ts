import { resolve } from 'node:path'
import { moveToPostgres } from '../../service/open-admin.ts'
import { CliError } from '../cli-error.ts'
import { readAdminConfig } from './run-admin.ts'

export type MoveOptions = { to?: string; data: string; json: boolean }

/** Moves a data folder to PostgreSQL, and says what arrived. */
export const move = async ({ to, data, json }: MoveOptions): Promise<object> => {
  if (!to || !/^postgres(ql)?:\/\//.test(to))
    throw new CliError(
      'The address of the new database is missing, or does not begin with postgres://',
      {
        suggestedFix: 'Create an empty database, and pass --to postgres://user@host/name',
      },
    )
  const config = await readAdminConfig({ data, json })
  const folder = resolve(data)
  const began = performance.now()
  const { tables, jobs } = await moveToPostgres(config, {
    folder,
    to,
    say: (text) => console.error(text),
  })
  const seconds = (performance.now() - began) / 1000
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    moved_from: folder,
    moved_to: withoutPassword(to),
    rows,
    jobs: jobs.waiting,
    dead_jobs: jobs.dead,
    jobs_of_no_queue: jobs.of_no_queue,
    seconds: Math.round(seconds * 10) / 10,
    compared: 'equal',
    next: 'Start the nodes with DATABASE_URL and the same PLUGBOARD_ROOT_KEYS',
    tables,
  }
}

const withoutPassword = (address: string): string => {
  const url = new URL(address)
  url.password = ''
  return url.href
}
