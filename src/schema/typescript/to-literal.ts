import { isObject } from '../json-schema.ts'

/** A JSON value as a literal type. */
export const toLiteral = (value: unknown): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number'
  if (typeof value === 'boolean' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  if (!isObject(value)) return 'unknown'
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${toPropertyName(name)}: ${toLiteral(each)}`)
    .join('; ')} }`
}

export const toPropertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)

/**
 * JSON's own escapes are valid in TypeScript; a quotation mark at both ends is all that differs.
 */
const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
