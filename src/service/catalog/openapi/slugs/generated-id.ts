import type { Segment } from './path-words.ts'
import type { ParsedSource } from './slug-source.ts'
import { verbs } from './verbs.ts'

export type GeneratedId = {
  /** The one that the tool chose, unless it is the method. */
  verb: string | undefined
  /** Whether somebody may have chosen it after all: `getUsers` of `/users`. */
  isShort: boolean
}

/**
 * Recognizes an operationId that a tool wrote: the words of the path, after a verb or the method
 * (`GetCustomersCustomer`, `updateBoardsNameByIdBoard`). Nobody chose it as a name.
 */
export const readGeneratedId = ({
  id,
  method,
  segments,
}: ParsedSource): GeneratedId | undefined => {
  const words = id.flat()
  const [first = '', ...rest] = words
  const isMethod = first === method.toLowerCase()
  if (!isMethod && !verbs.has(first)) {
    const isName = words.some((word) => verbs.has(word)) || segments.at(-1)?.isAction === true
    return !isName && matches(words, segments) ? { verb: undefined, isShort: false } : undefined
  }
  if (!matches(rest, segments)) return undefined
  const literals = segments.filter(({ isParameter }) => !isParameter)
  const isOneThing = literals.length === 1 && literals[0]?.words.length === rest.length
  return {
    verb: isMethod || first === 'get' || first === 'list' ? undefined : first,
    isShort: isOneThing && !(isMethod && method !== 'GET'),
  }
}

/** More would make too many ways to match. */
const mostParameters = 8

/** Whether the words are the path's, with or without its parameters. */
const matches = (words: readonly string[], segments: readonly Segment[]): boolean => {
  const parameters = segments
    .filter(({ isParameter }) => isParameter)
    .toSorted((one, other) => other.words.length - one.words.length)
  if (parameters.length === segments.length || parameters.length > mostParameters) return false
  const isEnding = (rest: readonly string[]): boolean => {
    if (rest.length === 0) return true
    const [by, ...more] = rest
    const parameter = by === 'by' ? parameters.find((each) => begins(more, each.words)) : undefined
    return parameter !== undefined && isEnding(more.slice(parameter.words.length))
  }
  const match = (rest: readonly string[], [segment, ...left]: readonly Segment[]): boolean => {
    if (!segment) return isEnding(rest)
    const { words: named, isParameter } = segment
    if (begins(rest, named) && match(rest.slice(named.length), left)) return true
    if (!isParameter) return false
    // It may be left out, and its last word may stand for it.
    const isShort = named.length > 1 && begins(rest, named.slice(-1))
    return match(rest, left) || (isShort && match(rest.slice(1), left))
  }
  return match(words, segments)
}

const begins = (words: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((word, index) => words[index] === word)
