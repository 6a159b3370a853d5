import type { ItemCondition, PayloadSelection } from '../../../contract/import-trigger-request.ts'

/** What lies at a path such as `data.items.0`, or nothing; an empty path is the whole. */
export const selectPath = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path
        .split('.')
        .reduce<unknown>(
          (at, step) =>
            typeof at === 'object' && at !== null && Object.hasOwn(at, step)
              ? (at as Record<string, unknown>)[step]
              : undefined,
          value,
        )

/** What is delivered of an item: always an object, as a payload is one. */
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

/** Whether a value is what a condition asks for. */
export const fits = (value: unknown, equals: ItemCondition['equals']): boolean => {
  if (equals === undefined) return value !== undefined && value !== null
  return [equals].flat().includes(toText(value))
}

/** A value as it stands in an address, a header or an identity. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const toObject = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  return value === undefined ? {} : { value }
}
