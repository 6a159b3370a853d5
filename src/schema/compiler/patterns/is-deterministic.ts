import { canBeEmpty, longRepeat, type PatternNode } from './pattern-node.ts'

/**
 * Whether each next character leaves only one way to continue, as in `^[a-z]+(-[a-z]+)*$`, so that
 * nothing is tried twice.
 *
 * Compares every pair of positions of the pattern where one may follow the other (Glushkov's
 * construction). A position that follows in two ways counts twice, which detects the inner and the
 * outer repeat of `(a*)*`.
 */
export const isDeterministic = (pattern: PatternNode, flags: string): boolean => {
  const start: Place = { accepts: new Uint8Array(), next: [] }
  const build: Build = { places: [start], flags }
  return (
    follow(pattern, [start], build) !== undefined &&
    build.places.every(({ next }) => areDisjoint(next))
  )
}

const maximumPlaces = 400

type Place = {
  accepts: Uint8Array
  /** Positions whose characters may follow this one's. */
  next: Place[]
}

type Build = {
  places: Place[]
  flags: string
}

/**
 * Appends the node after some positions; returns the positions that it ends with (including those
 * before it if it may be empty).
 */
const follow = (node: PatternNode, before: Place[], build: Build): Place[] | undefined => {
  if (build.places.length > maximumPlaces) return undefined
  switch (node.kind) {
    case 'edge':
      return before
    case 'look':
    case 'backreference':
      return undefined
    case 'character': {
      const place: Place = { accepts: acceptedBy(node.source, build.flags), next: [] }
      build.places.push(place)
      for (const { next } of before) next.push(place)
      return [place]
    }
    case 'sequence':
      return node.parts.reduce<Place[] | undefined>(
        (ends, part) => ends && follow(part, ends, build),
        before,
      )
    case 'choice': {
      const ends = node.options.map((option) => follow(option, before, build))
      return ends.every((places) => places !== undefined) ? [...new Set(ends.flat())] : undefined
    }
    case 'repeat':
      return followRepeat(node, before, build)
    default:
      return node satisfies never
  }
}

const followRepeat = (
  { body, least, most }: PatternNode & { kind: 'repeat' },
  before: Place[],
  build: Build,
): Place[] | undefined => {
  if (most === 0) return before
  if (most > 1 && canBeEmpty(body)) return undefined
  const isEndless = most - least >= longRepeat
  const copies = isEndless ? Math.max(least, 1) : most
  const ends: Place[] = least === 0 ? [...before] : []
  let last: Place[] | undefined = before
  for (let copy = 1; copy <= copies; copy += 1) {
    const isLast: boolean = isEndless && copy === copies
    const entry: Place = { accepts: new Uint8Array(), next: [] }
    last = follow(body, isLast ? [...last, entry] : last, build)
    if (!last) return undefined
    // The beginning of an unbounded repeat may follow its last copy.
    if (isLast) for (const place of last) place.next.push(...entry.next)
    if (copy >= least) ends.push(...last)
  }
  return [...new Set(ends)]
}

/**
 * Which ASCII characters the source of one character accepts; the last entry says whether it may
 * accept any other.
 */
const acceptedBy = (source: string, flags: string): Uint8Array => {
  const expression = new RegExp(`^(?:${source})$`, flags)
  const accepted = Uint8Array.from({ length: 129 }, (_, code) =>
    expression.test(String.fromCharCode(code)) ? 1 : 0,
  )
  const isPlain =
    /^(?:[\x20-\x5b\x5d-\x7e]|\\[dDwWsS]|\\[^a-zA-Z])$/.test(source) ||
    /^\[(?!\^)(?:[\x20-\x5b\x5d-\x7e]|\\[dw]|\\[^a-zA-Z])*\]$/.test(source)
  accepted[128] = !isPlain || source === '.' || /^\\[DWSs]$/.test(source) ? 1 : 0
  return accepted
}

const areDisjoint = (places: readonly Place[]): boolean => {
  const taken = new Uint8Array(129)
  for (const { accepts } of places) {
    for (const [character, isAccepted] of accepts.entries()) {
      if (isAccepted && taken[character]) return false
      if (isAccepted) taken[character] = 1
    }
  }
  return true
}
