import type { PayloadSelection } from '../../../contract/import-trigger-request.ts'
import { selectPath } from '../../third-party/index.ts'

export { selectPath }

/** The payload of an item. A payload is always an object. */
export const selectPayload = (
  item: unknown,
  selection: PayloadSelection = '',
): Record<string, unknown> => {
  if (typeof selection === 'string') return toObject(selectPath(item, selection))
  const entries = Object.entries(selection).map(([name, path]): [string, unknown] => [
    name,
    selectPath(item, path),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/**
 * Whether a value is one of these; without any, whether there is a value. A number equals each
 * integer that it may have been rounded from.
 */
export const isOneOf = (
  value: unknown,
  equals: string | readonly (string | number)[] | undefined,
): boolean => {
  if (equals === undefined) return value !== undefined && value !== null
  const text = toText(value)
  return [equals]
    .flat()
    .some((each) => (typeof each === 'number' ? Number(text) === each : text === each))
}

/** A value as text, for an address, a header or an identity. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const toObject = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  return value === undefined ? {} : { value }
}
