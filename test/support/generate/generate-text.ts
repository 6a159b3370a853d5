import { generateFromPattern } from './generate-from-pattern.ts'

type TextSchema = {
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  contentEncoding?: string
}

/** What encoding has to survive, once per text. */
const awkward = ' a/b?c=d&e#f%41+é'

/**
 * A text of the schema that says where it was meant to go, so that one in the wrong place is seen.
 */
export const generateText = (
  schema: TextSchema,
  name: string,
  { random, isAwkward }: { random: () => number; isAwkward: boolean },
): string => {
  if (schema.contentEncoding === 'base64')
    return Buffer.from(`content of ${name}`).toString('base64')
  const formatted = schema.format === undefined ? undefined : formats[schema.format]
  // Some descriptions demand a format and lengths that it never has.
  if (formatted !== undefined && fitLength(schema, formatted) === formatted) return formatted
  if (schema.pattern !== undefined)
    return fitLength(schema, generateFromPattern(schema.pattern, random))
  return fitLength(
    schema,
    `${name}-${Math.floor(random() * 1e6).toString(36)}${isAwkward ? awkward : ''}`,
  )
}

const formats: Record<string, string> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  duration: 'P1DT12H',
  email: 'ada@example.com',
  hostname: 'www.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/path?a=b',
  url: 'https://example.com/path?a=b',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'aGVsbG8=',
}

const fitLength = ({ minLength = 0, maxLength = Infinity }: TextSchema, text: string): string =>
  [...text.padEnd(minLength, 'x')].slice(0, maxLength).join('')
