import { GrantError } from '../scheme.ts'

/**
 * The fields of a token answer that the toolkit wants kept, such as the address of the user's own
 * instance.
 */
export const keptValues = (
  keep: Record<string, string> = {},
  fields: Record<string, unknown>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keep).flatMap(([field, name]) => {
      const value = Object.hasOwn(fields, field) ? fields[field] : undefined
      return value === undefined || value === null ? [] : [[name, toPlace(field, value)]]
    }),
  )

/**
 * What is kept fills places in addresses, so it is the address of a host or a plain name, and never
 * anything that could lead elsewhere.
 */
const toPlace = (field: string, value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && text.length <= 255) {
    if (/^[0-9A-Za-z]([\w.-]*\w)?$/.test(text) && !text.includes('..')) return text
    const url = /^https?:\/\/[^\s\\@?#]+$/i.test(text) ? URL.parse(text) : null
    if (url) return url.href.replace(/\/+$/, '')
  }
  throw new GrantError(
    'misconfigured',
    `The provider's answer has a ${field} that is neither the address of a host nor a plain name`,
  )
}
