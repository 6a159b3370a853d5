/** Formats rows as CSV (RFC 4180). */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')

const toField = (value: string) =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
