import { toTable } from '../to-table.ts'

/** Prints an answer as JSON, or a line for each value and a table for each list. */
export const printAnswer = (answer: object, { json }: { json: boolean }): void => {
  if (json) return console.log(JSON.stringify(answer, null, 2))
  const entries = Object.entries(answer).map(([name, value]): [string, unknown] => [
    name.replaceAll('_', ' '),
    value,
  ])
  const values = entries.filter(([, value]) => !isTable(value))
  if (values.length > 0) console.log(toTable(values.map(([name, value]) => [name, toText(value)])))
  for (const [name, rows] of entries) if (isTable(rows)) printTable(name, rows)
}

const printTable = (name: string, rows: readonly object[]): void => {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => {
    const values = new Map(Object.entries(row))
    return titles.map((title) => toText(values.get(title)))
  })
  const heads = titles.map((title) => title.replaceAll('_', ' '))
  console.log(`\n${name}\n${toTable([heads, ...cells])}`)
}

const isTable = (value: unknown): value is readonly object[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => typeof each === 'object' && each !== null)

const toText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(toText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
