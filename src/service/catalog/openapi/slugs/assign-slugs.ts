import {
  assignInSteps,
  type SlugAssignment,
  type SlugHistory,
  type WantedSlug,
} from '../../slug-owners/assign-wanted.ts'
import { deriveNames, type Names } from './derive-slug.ts'
import {
  cutFreeSlug,
  cutSlug,
  fitSlug,
  fitsWithHash,
  innerNames,
  shorterNames,
} from './fit-slug.ts'
import { sameNoun } from './number.ts'
import type { ParsedSource, SlugSource } from './slug-source.ts'
import { readContext } from './toolkit-words.ts'
import { wordsOfName } from './words.ts'

/**
 * One slug for each operation of an API, unique in the toolkit.
 *
 * The result depends on the set of operations and not on their order. An operation keeps its slug
 * of previous imports, even when the names of its path parameters changed.
 */
export const assignSlugs = (
  ...given: Parameters<typeof assignSlugsInSteps>
): Map<string, SlugAssignment> => {
  const steps = assignSlugsInSteps(...given)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in short steps, for descriptions of tens of thousands of operations. */
export const assignSlugsInSteps = function* (
  toolkit: string,
  sources: readonly SlugSource[],
  history: SlugHistory = {},
): Generator<void, Map<string, SlugAssignment>> {
  const context = yield* readContext(toolkit, sources)
  const ordered = context.sources.toSorted(byPrecedence)
  const byKey = new Map(ordered.map((source) => [source.key, source]))
  const toWantedSlug = (key: string): WantedSlug => {
    const source = byKey.get(key)
    if (!source) throw new Error(`No operation "${key}"`)
    return toWanted(toolkit, source, deriveNames(context, source))
  }
  return yield* assignInSteps([...byKey.keys()], toWantedSlug, history)
}

/** Operations that are not deprecated get the plain name first, then those with shorter paths. */
const byPrecedence = (one: ParsedSource, other: ParsedSource): number =>
  Number(one.isDeprecated) - Number(other.isDeprecated) ||
  one.depth - other.depth ||
  (one.key < other.key ? -1 : 1)

const firstFit = (
  toolkit: string,
  names: readonly string[][],
  isFree: (slug: string) => boolean = () => true,
): string | undefined => {
  for (const words of names) {
    const slug = fitSlug(toolkit, words)
    if (slug !== undefined && isFree(slug)) return slug
  }
  return undefined
}

const bestOf = ({ good, toPoor }: Names): string[] => good[0] ?? toPoor()[0] ?? []

const toWanted = (toolkit: string, source: ParsedSource, names: Names): WantedSlug => {
  const fitting =
    firstFit(toolkit, names.good) ??
    firstFit(toolkit, names.chains.flatMap(innerNames)) ??
    firstFit(toolkit, names.toPoor())
  return {
    operation: source.key,
    wanted: fitting ?? cutSlug(toolkit, bestOf(names)),
    findOther: (isFree) => distinguish(toolkit, source, names, isFree),
  }
}

/** More words than a slug can have, of paths of any length. */
const comparedAtMost = 40

/**
 * The first free slug: another name of the operation, then names with words of its path that tell
 * it apart, whole or cut at a word. A hash of the operation is the last resort.
 */
const distinguish = (
  toolkit: string,
  source: ParsedSource,
  names: Names,
  isFree: (slug: string) => boolean,
): string => {
  const { good, chains } = names
  const first = bestOf(names)
  const known = first.slice(0, comparedAtMost)
  const extended = additionsOf(source).flatMap((addition) => {
    const added = [...new Set(addition)]
      .slice(0, comparedAtMost)
      .filter((word) => !known.some((each) => sameNoun(each, word)))
    return added.length === 0 || added.join() === 'by' ? [] : [[...first, ...added]]
  })
  const find = (some: readonly string[][]) => firstFit(toolkit, some, isFree)
  return (
    find([...good, ...extended]) ??
    find(chains.flatMap(innerNames)) ??
    find([...names.toPoor(), [...first, source.method.toLowerCase()]]) ??
    find(chains.flatMap(shorterNames)) ??
    [...good, ...extended].map((words) => cutSlug(toolkit, words)).find(isFree) ??
    hashedSlug(toolkit, chains.flatMap(innerNames), first, source.key, isFree)
  )
}

const hashedSlug = (
  toolkit: string,
  names: readonly string[][],
  first: string[],
  key: string,
  isFree: (slug: string) => boolean,
): string => {
  const words = names.find((each) => fitsWithHash(toolkit, each)) ?? first
  return cutFreeSlug(toolkit, words, key, (slug) => !isFree(slug))
}

/** Words that tell an operation apart from others with its name. */
const additionsOf = ({ id, segments, path }: ParsedSource): string[][] => {
  const parameters = segments.filter(({ isParameter }) => isParameter)
  return [
    ['by', ...(parameters.at(-1)?.words ?? [])],
    id.flat(),
    segments.flatMap(({ words, isParameter }) => (isParameter ? [] : words)),
    wordsOfName(path.replace(/\{.*?\}/g, ' ')),
    ['by', ...parameters.flatMap(({ words }) => words)],
  ]
}
