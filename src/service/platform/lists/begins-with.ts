import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** No character comes later. */
const last = '\u{10FFFF}'

/**
 * The condition that a text column begins with a prefix: a range of an index, if the column is in the
 * order of its bytes. Undefined for every text.
 */
export const beginsWith = (column: string, prefix: string): RawBuilder<SqlBool> | undefined =>
  prefix === ''
    ? undefined
    : sql<SqlBool>`${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + last}`
