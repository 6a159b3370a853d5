import { cutFreeSlug, fitSlug } from '../../openapi/slugs/fit-slug.ts'
import {
  assignWanted,
  type SlugAssignment,
  type SlugHistory,
  type WantedSlug,
} from '../../slug-owners/assign-wanted.ts'
import type { Operation } from './operation.ts'

/**
 * One slug for each operation, unique in the toolkit, whatever the order of the operations. An
 * operation keeps its previous slug.
 */
export const assignOperationSlugs = (
  toolkit: string,
  operations: readonly Operation[],
  history: SlugHistory,
): Map<string, SlugAssignment> => {
  const byKey = new Map(
    operations.toSorted(byPrecedence).map((operation) => [operation.key, operation]),
  )
  const toWanted = (operation: string): WantedSlug => {
    const { words = [], kind = 'query' } = byKey.get(operation) ?? {}
    return {
      operation,
      wanted: fitSlug(toolkit, words),
      findOther: (isFree) => {
        const longer = fitSlug(toolkit, [...words, kind])
        return longer !== undefined && isFree(longer)
          ? longer
          : cutFreeSlug(toolkit, words, operation, (slug) => !isFree(slug))
      },
    }
  }
  return assignWanted([...byKey.keys()], toWanted, history)
}

/** Operations that are not deprecated get the plain name first, then queries. */
const byPrecedence = (one: Operation, other: Operation): number =>
  Number(one.field.isDeprecated) - Number(other.field.isDeprecated) ||
  Number(one.kind === 'mutation') - Number(other.kind === 'mutation') ||
  (one.key < other.key ? -1 : 1)
