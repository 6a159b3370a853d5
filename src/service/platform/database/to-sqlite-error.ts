import { DatabaseUnavailableError } from './database-unavailable-error.ts'

/** The result codes of SQLite, whose last byte is the primary code. */
const kinds = { 5: 'busy', 6: 'busy', 10: 'full', 13: 'full' } as const

const messages = {
  busy: 'The database is locked',
  full: 'The database cannot be written: its disk is full or failing',
}

/** The same error, or `DatabaseUnavailableError` if a retry may succeed: a full disk, or a lock. */
export const toSqliteError = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return error
  const kind = error.errcode & 0xff
  if (kind !== 5 && kind !== 6 && kind !== 10 && kind !== 13) return error
  const reason = kinds[kind]
  return new DatabaseUnavailableError(messages[reason], { reason, cause: error })
}
