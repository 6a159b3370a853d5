import type { ItemCondition, PayloadSelection } from '../../../contract/import-trigger-request.ts'
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

/** Whether a value is one of these texts; without any, whether there is a value. */
export const isOneOf = (value: unknown, equals: ItemCondition['equals']): boolean => {
  if (equals === undefined) return value !== undefined && value !== null
  return [equals].flat().includes(toText(value))
}

/** A value as text, for an address, a header or an identity. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const toObject = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  return value === undefined ? {} : { value }
}
