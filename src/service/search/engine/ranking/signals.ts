import { marks } from '../marks.ts'
import { actionBits, creating, deleting, reading } from '../query/actions.ts'
import type { Query } from '../query/read-query.ts'
import type { SearchIndex, ToolPlace } from '../search-index.ts'
import type { Segment } from '../segment.ts'
import type { Plan } from './plan-terms.ts'

/** What a tool gains whose name the request explains in full, and one whose name explains it. */
const nameShare = 0.4
const requestShare = 0.9

/** What a tool gains that acts on what is asked for, and one that acts on something else of it. */
const objectShare = 0.4
const otherObject = 0.3

/** A verb of a name says less than a noun: the action is compared by its kind. */
const verbWeight = 0.5

/** What a verb of the same kind counts as, beside the very word. */
const sameKind = 0.6

const factors = {
  sameAction: 1.15,
  otherAction: 0.8,
  /** Creates what the verb of the request is. */
  deed: 1.4,
  /** Deletes or stops something, which was not asked for. */
  destroys: 0.6,
  /** The same where the request does not say what to do. */
  mayDestroy: 0.9,
  featured: 1.45,
  deprecated: 0.8,
  /** The request is its name. */
  exact: 1.5,
}

/** Sums of shares are not exactly 1. */
const whole = 0.999

/** What a tool is beyond its words, as factors of its score. */
export type Signals = {
  /** How much of its name the request explains, 0 to 1. */
  name: number
  /** How much of the request its name explains, 0 to 1. */
  request: number
  /** How surely it acts on what is asked for, 0 to 1. */
  object: number
  /** Whether it acts as it was asked for. */
  action: number
  /** Whether it is featured or deprecated. */
  mark: number
}

export const toFactor = ({ name, request, object, action, mark }: Signals): number =>
  (1 + nameShare * name + requestShare * request + objectShare * object) *
  action *
  mark *
  (name >= whole && request >= whole ? factors.exact : 1)

export type SignalReader = {
  of: (place: ToolPlace) => Signals
  /**
   * What `toFactor` never exceeds for the tool, as its name is not read: a ranking judges no tools
   * that even this cannot lift enough.
   */
  most: (place: ToolPlace) => number
}

/** Reads the signals of tools for a request. */
export const createSignals = (index: SearchIndex, query: Query, plan: Plan): SignalReader => {
  const strengths: (ReadonlyMap<number, Strength> | undefined)[] = []
  const weights = weighWords(index, query, plan)
  const weightOf = Float64Array.from(weights.values())
  const total = weightOf.reduce((sum, weight) => sum + weight, 0)
  const wordAt = new Map([...weights.keys()].map((word, at) => [word, at]))
  const originals = plan.terms.map(({ word }) =>
    (query.words.has(word) ? [word] : (plan.reasons.get(word) ?? [])).flatMap(
      (original) => wordAt.get(original) ?? [],
    ),
  )
  const explained = new Float64Array(weightOf.length)

  /** The share of the request that these terms stand for. */
  const explainedBy = (matched: readonly Strength[]): number => {
    if (total === 0) return 0
    explained.fill(0)
    for (const { term, strength } of matched)
      for (const word of originals[term] ?? [])
        if (strength > (explained[word] ?? 0)) explained[word] = strength
    let sum = 0
    for (let word = 0; word < explained.length; word++)
      sum += (explained[word] ?? 0) * (weightOf[word] ?? 0)
    return sum / total
  }

  const wanted = query.object === undefined ? undefined : wordAt.get(query.object)
  const isFor = (term: number, word: number): boolean => originals[term]?.includes(word) ?? false
  const verb = query.verb === undefined ? undefined : wordAt.get(query.verb)
  /** Whether it creates what the verb of the request is: a fork for who wants to fork. */
  const createsDeed = (
    action: number,
    word: number,
    strengths: ReadonlyMap<number, Strength>,
  ): boolean => {
    const own = verb === undefined || !(action & creating) ? undefined : strengths.get(word)
    return own !== undefined && verb !== undefined && isFor(own.term, verb)
  }
  const objectOf = (word: number, strengths: ReadonlyMap<number, Strength>): number => {
    const own = wanted === undefined ? undefined : strengths.get(word)
    if (!own || wanted === undefined) return 0
    return own.strength * (isFor(own.term, wanted) ? 1 : otherObject)
  }

  /** The signals that take a look at a few numbers. */
  const readNumbers = ({ segment, tool, at }: ToolPlace): Omit<Signals, 'name' | 'request'> => {
    const known = (strengths[at] ??= strengthsIn(plan, at))
    const mark = segment.marks[tool] ?? 0
    const [own, object] = [segment.actions[tool] ?? 0, segment.objects[tool] ?? -1]
    const isDeed = createsDeed(own, object, known)
    return {
      object: isDeed ? 1 : objectOf(object, known),
      action: isDeed ? factors.deed : actionFactor(query.action, own, mark),
      mark:
        (mark & marks.featured ? factors.featured : 1) *
        (mark & marks.deprecated ? factors.deprecated : 1),
    }
  }

  return {
    of: (place) => {
      const { segment, tool, at } = place
      const known = (strengths[at] ??= strengthsIn(plan, at))
      const name = readName(segment, tool, known, query.action)
      return { name: name.cover, request: explainedBy(name.matched), ...readNumbers(place) }
    },
    most: (place) => toFactor({ name: 1, request: 1, ...readNumbers(place) }),
  }
}

type Strength = { term: number; strength: number }

/** How surely each word of a segment is meant by the request: 1 for its own words. */
const strengthsIn = ({ terms }: Plan, at: number): Map<number, Strength> => {
  const strengths = new Map<number, Strength>()
  for (const [term, { wordPositions, weight, rarity }] of terms.entries()) {
    const word = wordPositions[at] ?? -1
    if (word >= 0) strengths.set(word, { term, strength: Math.min(1, weight / rarity) })
  }
  return strengths
}

/** How rare a word is that no tool has. */
export const rarestOf = ({ size }: SearchIndex): number => Math.log(1 + (size + 0.5) / 0.5)

/** What each word of the request counts; words that no tool has are the rarest. */
export const weighWords = (
  index: SearchIndex,
  { words }: Query,
  { terms }: Plan,
): Map<string, number> => {
  const rarities = new Map(terms.map((term) => [term.word, term.rarity]))
  const rarest = rarestOf(index)
  return new Map(
    [...words].map(([word, weight]) => [word, weight * (rarities.get(word) ?? rarest)]),
  )
}

const actionFactor = (asked: number, own: number, mark: number): number => {
  const destroys = (mark & marks.destroys) !== 0
  if (asked === 0) return destroys ? factors.mayDestroy : 1
  if (asked & own) return factors.sameAction
  if (destroys && !(asked & deleting)) return factors.destroys
  const isUnknown = own === 0 && (mark & (marks.reads | marks.destroys)) === 0
  const bothRead = asked & reading && (own & reading || mark & marks.reads)
  return isUnknown || bothRead ? 1 : factors.otherAction
}

type NameMatch = {
  /** How much of the name or of the slug is matched, whichever is more. */
  cover: number
  /** The terms in its name and toolkit, and how surely each is meant. */
  matched: Strength[]
}

/** The text of a tool begins with its name, its slug and its toolkit. */
const [nameTexts, readTexts] = [2, 3]

const actions = new WeakMap<Segment, Uint16Array>()

/** The kinds of action of each word of a segment; two bytes a word, read at first use. */
const actionsOf = (segment: Segment): Uint16Array => {
  const known = actions.get(segment)
  if (known) return known
  const made = Uint16Array.from(segment.words, (word) => actionBits(word))
  actions.set(segment, made)
  return made
}

const readName = (
  segment: Segment,
  tool: number,
  strengths: ReadonlyMap<number, Strength>,
  asked: number,
): NameMatch => {
  const { text, textStarts } = segment
  const kinds = actionsOf(segment)
  const end = textStarts[tool + 1] ?? 0
  let at = textStarts[tool] ?? 0
  const found: NameMatch = { cover: 0, matched: [] }
  for (let part = 0; part < readTexts && at < end; part++) {
    let [total, met] = [0, 0]
    for (; at < end && (text[at] ?? -1) >= 0; at++) {
      const word = text[at] ?? -1
      const own = strengths.get(word)
      if (own) found.matched.push(own)
      if (part >= nameTexts) continue
      const bits = kinds[word] ?? 0
      const weight = bits === 0 ? 1 : verbWeight
      total += weight
      met += weight * Math.max(own?.strength ?? 0, bits & asked ? sameKind : 0)
    }
    at++
    if (total > 0) found.cover = Math.max(found.cover, met / total)
  }
  return found
}
