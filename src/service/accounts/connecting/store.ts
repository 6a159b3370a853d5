import type { Handle } from '../../platform/database/index.ts'

type Tables = {
  authorization_attempts: {
    id: string
    state_hash: string
    project_id: string
    connected_account_id: string
    link_id: string
    /** Null: the response may arrive in any browser. */
    browser_hash: string | null
    /** What must be remembered until the user is back, encrypted. */
    secrets: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  connection_confirmations: {
    connected_account_id: string
    project_id: string
    /** Keyed with the key of the project. */
    code_hash: string
    /** How often a code was given for it. */
    attempts: number
    /** What was granted, encrypted: it is no part of the account before the confirmation. */
    secrets: string
    created_at: string
    expires_at: string
  }
  connection_choices: {
    connected_account_id: string
    project_id: string
    link_id: string
    /** Of the link that the user came with; it leads to the question. */
    token_hash: string
    browser_hash: string
    /** What was granted and what there is to choose, encrypted: it is no part of the account yet. */
    secrets: string
    created_at: string
    expires_at: string
  }
}

export type AttemptRow = Tables['authorization_attempts']
export type ConfirmationRow = Tables['connection_confirmations']
export type ChoiceRow = Tables['connection_choices']

/** SQL of authorization attempts. */
export const attemptStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    insert: (row: AttemptRow) => db.insertInto('authorization_attempts').values(row).execute(),
    findByState: (stateHash: string) =>
      db
        .selectFrom('authorization_attempts')
        .selectAll()
        .where('state_hash', '=', stateHash)
        .executeTakeFirst(),
    /** False when it was used already, or is too old. */
    use: async (id: string, now: string) => {
      const updated = await db
        .updateTable('authorization_attempts')
        .set({ used_at: now })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },
  }
}

/** SQL of connections that wait for their project's word. */
export const confirmationStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** The newest connection of an account is the one that can be confirmed. */
    put: (row: ConfirmationRow) =>
      db
        .insertInto('connection_confirmations')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('connected_account_id').doUpdateSet({
            code_hash: row.code_hash,
            attempts: row.attempts,
            secrets: row.secrets,
            created_at: row.created_at,
            expires_at: row.expires_at,
          }),
        )
        .execute(),
    find: (projectId: string, accountId: string) =>
      db
        .selectFrom('connection_confirmations')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('connected_account_id', '=', accountId)
        .executeTakeFirst(),
    /**
     * Which attempt this is; `undefined` when there were enough, or the connection is confirmed or
     * was made anew.
     */
    countAttempt: async (
      { connected_account_id: id, code_hash }: ConfirmationRow,
      maximum: number,
    ) => {
      const counted = await db
        .updateTable('connection_confirmations')
        .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
        .where('connected_account_id', '=', id)
        .where('code_hash', '=', code_hash)
        .where('attempts', '<', maximum)
        .returning('attempts')
        .executeTakeFirst()
      return counted?.attempts
    },
    /** False when a concurrent request was first. */
    delete: async (accountId: string, codeHash: string) => {
      const deleted = await db
        .deleteFrom('connection_confirmations')
        .where('connected_account_id', '=', accountId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
    listExpired: (now: string, limit: number) =>
      db
        .selectFrom('connection_confirmations')
        .selectAll()
        .where('expires_at', '<=', now)
        .limit(limit)
        .execute(),
  }
}

/** SQL of connections that wait for their user's choice. */
export const choiceStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** The newest connection of an account is the one that goes on. */
    put: (row: ChoiceRow) =>
      db
        .insertInto('connection_choices')
        .values(row)
        .onConflict((conflict) => conflict.column('connected_account_id').doUpdateSet(row))
        .execute(),
    findByToken: (tokenHash: string) =>
      db
        .selectFrom('connection_choices')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),
    /** False when a newer one took its place, or it was answered. */
    delete: async (row: Pick<ChoiceRow, 'connected_account_id' | 'created_at' | 'secrets'>) => {
      const deleted = await db
        .deleteFrom('connection_choices')
        .where('connected_account_id', '=', row.connected_account_id)
        .where('created_at', '=', row.created_at)
        .where('secrets', '=', row.secrets)
        .executeTakeFirst()
      return deleted.numDeletedRows > 0n
    },
    /** Of an account that is connected. */
    deleteOf: (accountId: string) =>
      db.deleteFrom('connection_choices').where('connected_account_id', '=', accountId).execute(),
    listExpired: (now: string, limit: number) =>
      db
        .selectFrom('connection_choices')
        .selectAll()
        .where('expires_at', '<=', now)
        .limit(limit)
        .execute(),
  }
}
