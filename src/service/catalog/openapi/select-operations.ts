import { fitsOperation } from '../operation-patterns.ts'
import type { Operation } from './operation/read-operations.ts'

export type Selection = {
  /** Patterns; without any, all operations are taken. */
  include?: string[]
  exclude?: string[]
}

/** Whether an import takes an operation, by the patterns of `fitsOperation`. */
export const isSelected = (
  { include = [], exclude = [] }: Selection,
  operation: Operation,
  slug: string,
): boolean => {
  const names = { ...operation, slug }
  return (include.length === 0 || fitsOperation(include, names)) && !fitsOperation(exclude, names)
}
