import { toStem } from '../words/stem.ts'
import { actionBits } from './actions.ts'

/** What an action is done to: the noun that carries the meaning, without what describes it. */
export type ActionObject = {
  /** As indexed, without its ending. */
  word: string
  isPlural: boolean
  /** Whether it is one that does not exist yet: "a meeting", not "the meeting". */
  isIndefinite: boolean
  /** Whether a word before it says which one: "the meeting", "my meetings". */
  isDefinite: boolean
  /** The place after its name. */
  end: number
}

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words that end the name of a thing. */
const ends = toSet(
  `to for from in on at by with without into onto about as of off over under between within through during via per against around after before until since than
  that which who whose whom where when while if because so and or but then please using based not
  is are was were be been am do does did has have had can could will would should must may might
  i we they he she it you me us him them`,
)

/** Words before the name of a thing; an object that follows another one is the one that is meant. */
const indefinite = toSet('a an another new some one')
const definite = toSet('the this that these those my our your his her its their all any each every')

/** Words between, which are no part of a name. */
const fillers = toSet(
  'both no only more also again please just still already currently now most many much few several two three four five six seven eight nine ten',
)

/** Pronouns and askers before the thing that is asked for. */
const askers = toSet('what which who whose whom where when why how many much')
const afterAskers = toSet(
  'is are was were do does did has have had am can could will would should there s re many much',
)
const persons = toSet(
  'me us him them i we they he she it you there everybody everyone somebody someone',
)

/** What is a number or a kind of others: "the list of issues" are issues. */
const measures = toSet(
  'list number count copy kind sort type set bunch couple pair lot lots rest all any some one details information info data overview summary',
)

/** Words behind the name of a thing that say little about it. */
const tails = toSet('list details detail information info data all')

/** "Set the meeting up" */
const particles = toSet('up down off out away back')

const times = toSet(
  'today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday week month year morning afternoon evening now',
)

const irregularPlurals = toSet('people children men women media criteria')

const isPlural = (word: string): boolean => irregularPlurals.has(word) || /[^siu]s$/.test(word)

/** Longer ones are no names. */
const longestName = 6

/** The object in the words of a clause, from the place where its verb ends. */
export const readObject = (words: readonly string[], from: number): ActionObject | undefined => {
  let name: string[] = []
  let [isIndefinite, isDefinite] = [false, false]
  let at = from
  while (
    at < words.length &&
    (askers.has(words[at] ?? '') || (at > from && afterAskers.has(words[at] ?? '')))
  )
    at++
  for (; at < words.length && name.length <= longestName; at++) {
    const word = words[at] ?? ''
    if (indefinite.has(word) || definite.has(word)) {
      name = []
      isIndefinite = indefinite.has(word)
      isDefinite = definite.has(word)
      continue
    }
    if (fillers.has(word) || /^\d/.test(word)) continue
    if (persons.has(word)) {
      if (name.length > 0) break
      continue
    }
    if (particles.has(word)) {
      if (name.length > 0) break
      continue
    }
    if (
      word === 'of' &&
      (name.length === 0 || (name.length === 1 && measures.has(name[0] ?? '')))
    ) {
      name = []
      continue
    }
    if (!/^\p{L}/u.test(word) || ends.has(word)) break
    if (name.length > 0 && isEndOfName(word, name.at(-1) ?? '')) break
    name.push(word)
  }
  while (name.length > 1 && (times.has(name.at(-1) ?? '') || tails.has(name.at(-1) ?? '')))
    name.pop()
  const head = name.at(-1)
  return head === undefined
    ? undefined
    : { word: toStem(head), isPlural: isPlural(head), isIndefinite, isDefinite, end: at }
}

/** "an issue titled", "the file called", "the deals close" */
const isEndOfName = (word: string, before: string): boolean =>
  /(?:ed|called|named|due)$/.test(word) ||
  (isPlural(before) && !word.endsWith('s') && actionBits(toStem(word)) !== 0)
