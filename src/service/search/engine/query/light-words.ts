import { toWordSet } from '../words/split-words.ts'

/** Times: data of most tasks, and part of the names of few tools. */
const times = toWordSet(
  `today tomorrow yesterday tonight morning afternoon evening night noon midnight day daily week weekly weekend month monthly year yearly hour hourly
  minute second monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december tmrw tmr eod eow eom eoq ytd am pm now lately recently soon later ago since until before after already yet still again currently`,
)

/** Words that say which one, and not what. */
const selectors = toWordSet(
  `last next previous latest newest recent first second third new newer old older oldest current other another whole entire every each everything
  everybody everyone anything anybody something somebody nobody nothing more most many much few several full small big large high low same
  different right wrong own main left long short one two three four five ten good best better great nice awesome perfect wonderful cool fine really very thing things way people guys stuff`,
)

const timeWeight = 0.3
const selectorWeight = 0.4

/** How much a word says about the task; 1 for most. */
export const lightness = (word: string): number =>
  times.has(word) ? timeWeight : selectors.has(word) ? selectorWeight : 1
