import type { TableMetadata } from 'kysely'

/**
 * What a migration took from older versions: tables and columns that are gone or of another type,
 * and columns without which they can no longer insert.
 */
export const findLosses = (
  before: readonly TableMetadata[],
  after: readonly TableMetadata[],
): string[] =>
  before.flatMap(({ name, columns }) => {
    const now = after.find((table) => table.name === name)
    if (!now) return [`table ${name}`]
    const lost = columns.filter((column) => {
      const same = now.columns.find((other) => other.name === column.name)
      return same?.dataType !== column.dataType
    })
    const required = now.columns.filter((column) => {
      const same = columns.find((other) => other.name === column.name)
      const isOptional = column.isNullable || column.hasDefaultValue
      return !isOptional && (same === undefined || same.isNullable || same.hasDefaultValue)
    })
    return [
      ...lost.map((column) => `column ${name}.${column.name}`),
      ...required.map((column) => `column ${name}.${column.name} is required`),
    ]
  })
