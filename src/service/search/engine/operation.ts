import { actionBits, listing } from './query/actions.ts'
import { readObject } from './query/read-object.ts'
import { toRawWords } from './words/split-words.ts'
import { toStem } from './words/stem.ts'

/** What a tool does, by its name. */
export type Operation = {
  /** The kinds of action that its verb may mean; 0 where it has none. */
  action: number
  /** The word for what it acts on. */
  object?: string
}

/** Words before the verb of a name: "bulk update records". */
const adverbs = new Set(['bulk', 'batch', 'selectively', 'asynchronously', 'instantly'])

export const readOperation = (name: string): Operation => {
  const words = toRawWords(name)
  const start = words.findIndex((word) => !adverbs.has(word))
  const first = actionBits(toStem(words[start] ?? ''))
  const last = actionBits(toStem(words.at(-1) ?? ''))
  const isLast = first === 0 && last !== 0 && words.length > 1
  const object = isLast
    ? readObject(words.slice(0, -1), Math.max(0, start))
    : readObject(words, first === 0 ? Math.max(0, start) : start + 1)
  const action = isLast ? last : first
  return {
    // "Get users" lists them.
    action: object?.isPlural && action & listing.get ? action | listing.list : action,
    ...(object && { object: object.word }),
  }
}
