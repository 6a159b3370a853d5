import { quote } from '../../platform/quote.ts'
import { ServiceError } from '../../service-error.ts'
import type { TakenSlugs } from './assign-unowned.ts'
import { byOperation } from './operation-shape.ts'
import type { PreviousSlug } from './previous-slug.ts'

export type SlugAssignment = {
  slug: string
  /** The slug that it would have if no other tool had it. */
  wanted: string
  /** Why it is not the wanted one. */
  reason?: string
  /** The slug of the import before, if that was another. */
  former?: string
}

/** What an import knows of slugs that exist. */
export type SlugHistory = {
  /** The slugs that tools of the toolkit have or had. */
  previous?: readonly PreviousSlug[] | undefined
  /** Whether operations get the slugs of a first import, instead of keeping theirs. */
  renames?: boolean | undefined
  /** Slugs that a recipe gives operations; one that belongs to another toolkit is not had. */
  chosen?: ReadonlyMap<string, string> | undefined
  /** Slugs of other toolkits. */
  taken?: TakenSlugs | undefined
}

export type WantedSlug = {
  operation: string
  /** Undefined when the name is too long for a slug. */
  wanted: string | undefined
  /** Finds another slug, when the wanted one is not free. */
  findOther: (isFree: (slug: string) => boolean) => string
}

/**
 * One slug for each operation of a toolkit, unique regardless of letter case. `operations` are in
 * the order in which they may choose.
 *
 * An operation keeps its slug of previous imports. A slug that a tool of the toolkit has or had goes
 * to no other as long as its operation exists: one that is chosen so throws, since stored rules and
 * sessions would mean another tool from then on.
 */
export const assignWanted = (
  ...given: Parameters<typeof assignInSteps>
): Map<string, SlugAssignment> => {
  const steps = assignInSteps(...given)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps, one for each operation, for descriptions of tens of thousands. */
export const assignInSteps = function* (
  operations: readonly string[],
  toWanted: (operation: string) => WantedSlug,
  { previous = [], renames = false, chosen = new Map(), taken = new Map() }: SlugHistory,
): Generator<void, Map<string, SlugAssignment>> {
  const assigned = new Map<string, SlugAssignment>()
  const given = new Map<string, string>()
  const reserved = reservedSlugs(operations, previous)
  const present = byOperation(previous.filter(({ renamedTo }) => (renamedTo ?? null) === null))
  const ownerOf = (slug: string, operation: string): string | undefined => {
    const reservedFor = reserved.get(slug)
    const toolkit = taken.get(slug)
    return (
      given.get(slug) ??
      (reservedFor === operation ? undefined : reservedFor) ??
      (toolkit === undefined ? undefined : `the toolkit "${toolkit}"`)
    )
  }
  const give = (operation: string, assignment: SlugAssignment) => {
    assigned.set(operation, assignment)
    given.set(assignment.slug.toUpperCase(), operation)
  }
  const conclude = ({ operation, wanted }: WantedSlug, slug: string) => {
    const former = present(operation)?.slug
    const reason =
      wanted === undefined || wanted === slug
        ? undefined
        : `"${wanted}" belongs to ${ownerOf(wanted, operation)}`
    give(operation, {
      slug,
      wanted: wanted ?? slug,
      ...(reason !== undefined && { reason }),
      ...(former !== undefined && former !== slug && { former }),
    })
  }

  const isFree = (slug: string, operation: string) =>
    ownerOf(slug.toUpperCase(), operation) === undefined

  for (const operation of operations) {
    const slug = chosen.get(operation)
    if (slug === undefined || given.has(slug.toUpperCase()) || taken.has(slug.toUpperCase()))
      continue
    rejectOfOther(operation, slug, reserved.get(slug.toUpperCase()))
    const former = present(operation)?.slug
    const isOther = former !== undefined && former !== slug
    give(operation, { slug, wanted: slug, ...(isOther && { former }) })
  }
  for (const operation of renames ? [] : operations) {
    const slug = assigned.has(operation) ? undefined : present(operation)?.slug
    if (slug !== undefined && !given.has(slug.toUpperCase()))
      give(operation, { slug, wanted: slug })
  }
  const fresh: WantedSlug[] = []
  for (const operation of operations) {
    if (assigned.has(operation)) continue
    fresh.push(toWanted(operation))
    yield
  }
  for (const one of fresh)
    if (one.wanted !== undefined && isFree(one.wanted, one.operation)) conclude(one, one.wanted)
  for (const one of fresh) {
    if (assigned.has(one.operation)) continue
    conclude(
      one,
      one.findOther((slug) => isFree(slug, one.operation)),
    )
    yield
  }
  return assigned
}

const rejectOfOther = (operation: string, slug: string, owner: string | undefined): void => {
  if (owner === undefined || owner === operation) return
  throw new ServiceError('invalid_request', takenSlug(operation, slug, owner), {
    suggestedFix: 'Give the operation another slug in the recipe',
  })
}

/** Why a recipe cannot give an operation a slug. */
export const takenSlug = (operation: string, slug: string, owner: string): string =>
  `The recipe gives ${quote(operation, 300)} the slug ${slug}, which is that of the tool of ${quote(owner, 300)}, or an alias of it; give it another slug in the recipe`

/** The slugs that tools have or had, with the operation of each as it is in this description. */
const reservedSlugs = (
  operations: readonly string[],
  previous: readonly PreviousSlug[],
): Map<string, string> => {
  const find = byOperation(operations.map((operation) => ({ operation })))
  return new Map(
    previous.flatMap(({ operation, slug }) => {
      const known = find(operation)
      return known ? [[slug.toUpperCase(), known.operation] as const] : []
    }),
  )
}
