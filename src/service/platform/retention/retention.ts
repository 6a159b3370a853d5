import type { RawBuilder } from 'kysely'

/**
 * The retention of a table: what its rows are deleted with, and when they expire. Every table that
 * grows is declared once, next to its store.
 *
 * @example
 * const retention: Retention = {
 *   table: 'session_results',
 *   key: ['id'],
 *   scope: 'project_id',
 *   owners: [{ event: 'session.deleted', column: 'session_id' }],
 *   expiry: [{ column: 'created_at', afterMs: 90 * dayMs }],
 *   user: { by: 'owner', table: 'sessions', column: 'session_id', exports: ['id', 'created_at'] },
 * }
 */
export type Retention = {
  table: string
  /** The columns that identify a row. */
  key: readonly string[]
  /** The column that names the project. Its rows are deleted with the project. */
  scope?: string
  owners?: readonly Owner[]
  expiry?: readonly Expiry[]
  /**
   * The column of another table that refers to rows of this one, which several scopes share. The
   * rows have the columns of `SharedRow`; those that nothing refers to any more lose their address,
   * and `unused_at` is set, which is their expiry.
   */
  sharedBy?: { table: string; column: string }
  /** Which rows are about a user of the project; null: none. Every table says one of both. */
  user: OfUser | null
  /** Rows of other tables that are deleted before a row of this one. */
  parts?: readonly Part[]
}

/**
 * What shared rows have. A writer finds a row by its address, locks it (`lockRow`) and refers to it
 * in the same transaction; a row without an address is not found any more.
 */
export type SharedRow = { id: string; address: string | null; unused_at: string | null }

/** A resource that can be deleted, and the rows that are deleted with it. */
export type Owner = {
  /** The event that reports the deletion; only rows of its own scope are deleted. */
  event: string
  /** The column with the owner's id. */
  column: string
  /** The property of the event's data with the owner's id. Default: `id`. */
  property?: string
  /**
   * The column with the creation time of a row. Rows created after the event are kept: a new owner
   * may have the same name.
   */
  createdAt?: string
}

/** How the rows of a user are found, to erase and to export them. */
export type OfUser = (
  | /** A column holds the user's id; with `only`, not in all rows. */
    { by: 'id'; column: string; only?: { column: string; values: readonly string[] } }
  /** A column holds the id of a row of another table, which is the user's. */
  | { by: 'owner'; table: string; column: string }
  /** A column holds JSON that may name the user or their records; `field` if it is encrypted. */
  | { by: 'content'; column: string; field?: string; event?: string }
  /** A keyed hash of the user's id, which its capability forgets itself. */
  | { by: 'keyed hash'; column: string }
) & {
  /** The exported columns. Neither credentials nor hashes of tokens; default: none. */
  exports?: readonly string[]
  /** Exported columns that are encrypted for a field of this name. */
  sealed?: readonly string[]
}

/** Rows are deleted when the time in a column is older than `afterMs`. */
export type Expiry = {
  column: string
  /**
   * The format of the column: a time as ISO 8601 in UTC, or whole minutes since 1970. Default:
   * `time`.
   */
  unit?: 'time' | 'minute'
  /** 0 if the column contains the expiry time. */
  afterMs: number
  /**
   * How far ahead of the clock the time in the column can be, which is required if `afterMs` is 0. A
   * time further ahead was written by a wrong clock, and is moved back to here. Default: 0.
   */
  aheadMs?: number
  /** Only rows with one of these values in a column; null: only rows without a value. */
  only?: { column: string; values: readonly string[] | null }
  /** The variable with which an operator chooses `afterMs`, or what the column is computed with. */
  setting?: string
  /**
   * Rows without a time get one so far ahead. For a column that a migration has added: its rows are
   * filled in batches, those that nodes of the version before insert as well.
   */
  fillMs?: number
  /** Deletes a row, with all that its capability does when one is deleted. Default: only the row. */
  remove?: Remove
}

/**
 * `key`: the values of the columns of the key. `condition`: what the row must still fulfil when it is
 * deleted, since it may be used again meanwhile.
 */
export type Remove = (
  row: { scope: string; key: readonly string[] },
  condition: RawBuilder<boolean>,
) => Promise<void>

export type Part = {
  table: string
  key: readonly string[]
  /** The column with the key of the row it belongs to. */
  parent: string
  /** The referenced column of that row. Default: the first of its key. */
  references?: string
  parts?: readonly Part[]
}
