import { marks } from '../marks.ts'
import { actionBits, creating, deleting, reading } from '../query/actions.ts'
import type { Query } from '../query/read-query.ts'
import type { SearchIndex, ToolPlace } from '../search-index.ts'
import type { Segment } from '../segment.ts'
import type { Plan } from './plan-terms.ts'

/** What a tool gains whose name the request explains in full, and one whose name explains it. */
const nameShare = 0.5
const requestShare = 0.7

/** What a tool gains that acts on what is asked for, and one that acts on something else of it. */
const objectShare = 0.4
const otherObject = 0.3

/** What a tool gains by the use case of it that is most like the request. */
const useCaseShare = 1

/** A verb of a name says less than a noun: the action is compared by its kind. */
const verbWeight = 0.5

/** What a verb of the same kind counts as, beside the very word. */
const sameKind = 0.75

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
  /** How far one of its use cases is the request, 0 to 1: words of several say less. */
  useCase: number
  /** Whether it acts as it was asked for. */
  action: number
  /** Whether it is featured or deprecated. */
  mark: number
}

export const toFactor = ({ name, request, object, useCase, action, mark }: Signals): number =>
  (1 + nameShare * name + requestShare * request + objectShare * object) *
  (1 + useCaseShare * useCase) *
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
  const meant: (Meant | undefined)[] = []
  const strengths = Float64Array.from(plan.terms, ({ weight, rarity }) =>
    Math.min(1, weight / rarity),
  )
  const meantIn = (at: number): Meant =>
    (meant[at] ??= {
      termOf: createTermTable(plan.terms, at),
      strengths,
    })
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
  const explainedBy = (matched: readonly number[]): number => {
    if (total === 0) return 0
    explained.fill(0)
    for (const term of matched) {
      const strength = strengths[term] ?? 0
      for (const word of originals[term] ?? [])
        if (strength > (explained[word] ?? 0)) explained[word] = strength
    }
    let sum = 0
    for (let word = 0; word < explained.length; word++)
      sum += (explained[word] ?? 0) * (weightOf[word] ?? 0)
    return sum / total
  }

  const wanted = query.object === undefined ? undefined : wordAt.get(query.object)
  const isFor = (term: number, word: number): boolean => originals[term]?.includes(word) ?? false
  const verb = query.verb === undefined ? undefined : wordAt.get(query.verb)
  /** Whether it creates what the verb of the request is: a fork for who wants to fork. */
  const createsDeed = (action: number, term: number): boolean =>
    verb !== undefined && term >= 0 && (action & creating) !== 0 && isFor(term, verb)
  const objectOf = (term: number): number =>
    wanted === undefined || term < 0
      ? 0
      : (strengths[term] ?? 0) * (isFor(term, wanted) ? 1 : otherObject)

  const phrasing: Phrasing = {
    // The words of the request themselves, values too: as many as make a use case what is asked for.
    strengths: strengths.map((strength, term) =>
      query.words.has(plan.terms[term]?.word ?? '') ? 1 : strength,
    ),
    rarities: Float64Array.from(plan.terms, ({ rarity }) => rarity),
    enough: rareWords * rarestOf(index),
  }

  /** How far the use case of a tool that is most like the request is the request. */
  const useCaseOf = (place: ToolPlace): number =>
    hasUseCases(place)
      ? readUseCases(place.segment, place.tool, meantIn(place.at).termOf, phrasing)
      : 0

  /**
   * The signals of a tool whose name and use cases explain so much; the others take a look at a few
   * numbers.
   */
  const read = (
    { segment, tool, at }: ToolPlace,
    { name, request, useCase }: Pick<Signals, 'name' | 'request' | 'useCase'>,
  ): Signals => {
    const mark = segment.marks[tool] ?? 0
    const action = segment.actions[tool] ?? 0
    const object = meantIn(at).termOf(segment.objects[tool] ?? -1)
    const isDeed = createsDeed(action, object)
    return {
      name,
      request,
      object: isDeed ? 1 : objectOf(object),
      useCase,
      action: isDeed ? factors.deed : actionFactor(query.action, action, mark),
      mark:
        (mark & marks.featured ? factors.featured : 1) *
        (mark & marks.deprecated ? factors.deprecated : 1),
    }
  }

  return {
    of: (place) => {
      const name = readName(place.segment, place.tool, meantIn(place.at), query.action)
      return read(place, {
        name: name.cover,
        request: explainedBy(name.matched),
        useCase: useCaseOf(place),
      })
    },
    most: (place) =>
      toFactor(read(place, { name: 1, request: 1, useCase: hasUseCases(place) ? 1 : 0 })),
  }
}

const hasUseCases = ({ segment, tool }: ToolPlace): boolean =>
  ((segment.marks[tool] ?? 0) & marks.useCases) !== 0

/** The terms of a request by their words in a segment, and how surely each is meant. */
type Meant = { termOf: (word: number) => number; strengths: Float64Array }

/**
 * The term that a word of a segment is; -1 for none. A hash table in one array, as one is made for
 * each segment and request: a `Map` takes ten times as long.
 */
const createTermTable = (terms: Plan['terms'], at: number): ((word: number) => number) => {
  const mask = 2 ** Math.ceil(Math.log2(2 * terms.length + 1)) - 1
  const table = new Int32Array(2 * (mask + 1)).fill(-1)
  for (let term = 0; term < terms.length; term++) {
    const word = terms[term]?.wordPositions[at] ?? -1
    if (word < 0) continue
    let slot = word & mask
    while ((table[2 * slot] ?? -1) >= 0) slot = (slot + 1) & mask
    table[2 * slot] = word
    table[2 * slot + 1] = term
  }
  return (word) => {
    if (word < 0) return -1
    for (let slot = word & mask; ; slot = (slot + 1) & mask) {
      const found = table[2 * slot] ?? -1
      if (found === word) return table[2 * slot + 1] ?? -1
      if (found < 0) return -1
    }
  }
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
  /** The terms in its name and toolkit. */
  matched: number[]
}

/**
 * The text of a tool begins with its name, its slug and its toolkit; after its description come its
 * chosen use cases.
 */
const [nameTexts, readTexts, ownTexts] = [2, 3, 4]

/** A use case counts in full whose words are as rare together as so many that no tool has. */
const rareWords = 2

/** What each term counts in a use case, how rare it is, and how rare the words of one that counts in full. */
type Phrasing = { strengths: Float64Array; rarities: Float64Array; enough: number }

/** The best of the use cases of a tool: how many of its words are meant, and how rare these are. */
const readUseCases = (
  { text, textStarts }: Segment,
  tool: number,
  termOf: Meant['termOf'],
  { strengths, rarities, enough }: Phrasing,
): number => {
  const end = textStarts[tool + 1] ?? 0
  let at = textStarts[tool] ?? 0
  for (let part = 0; part < ownTexts; at++) if ((text[at] ?? -1) < 0) part++
  let best = 0
  let [words, met, rarity] = [0, 0, 0]
  for (; at < end; at++) {
    const word = text[at] ?? -1
    if (word >= 0) {
      words++
      const term = termOf(word)
      if (term < 0) continue
      const strength = strengths[term] ?? 0
      met += strength
      rarity += strength * (rarities[term] ?? 0)
    } else {
      if (met > 0) best = Math.max(best, Math.sqrt(met / words) * Math.min(1, rarity / enough))
      ;[words, met, rarity] = [0, 0, 0]
    }
  }
  return best
}

const actions = new WeakMap<Segment, Uint16Array>()

/** The kinds of action of each word of a segment; two bytes a word, read at first use. */
export const actionsOf = (segment: Segment): Uint16Array => {
  const known = actions.get(segment)
  if (known) return known
  const { words } = segment
  const made = new Uint16Array(words.length)
  for (let place = 0; place < words.length; place++) made[place] = actionBits(words[place] ?? '')
  actions.set(segment, made)
  return made
}

const readName = (segment: Segment, tool: number, meant: Meant, asked: number): NameMatch => {
  const { text, textStarts } = segment
  const kinds = actionsOf(segment)
  const end = textStarts[tool + 1] ?? 0
  let at = textStarts[tool] ?? 0
  const found: NameMatch = { cover: 0, matched: [] }
  for (let part = 0; part < readTexts && at < end; part++) {
    let [total, met] = [0, 0]
    for (; at < end && (text[at] ?? -1) >= 0; at++) {
      const word = text[at] ?? -1
      const term = meant.termOf(word)
      if (term >= 0) found.matched.push(term)
      if (part >= nameTexts) continue
      const bits = kinds[word] ?? 0
      const weight = bits === 0 ? 1 : verbWeight
      total += weight
      met +=
        weight * Math.max(term < 0 ? 0 : (meant.strengths[term] ?? 0), bits & asked ? sameKind : 0)
    }
    at++
    if (total > 0) found.cover = Math.max(found.cover, met / total)
  }
  return found
}
