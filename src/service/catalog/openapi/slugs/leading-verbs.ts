import { nounLike, verbs } from './verbs.ts'
import { leadingVerb, wordsOfName, wordsOfText } from './words.ts'

type Named = { path: string; operationId: string; summary: string }

/**
 * The actions that an operation names: the verbs of its summary, its operationId and the end of its
 * path.
 */
export const leadingVerbs = ({ path, operationId, summary }: Named): string[] => {
  const prose = wordsOfText(summary)
  const summaryVerbs = [
    leadingVerb(prose),
    ...(manner.has(prose[0] ?? '') ? [leadingVerb(prose.slice(1))] : []),
    ...joinedVerbs(summary),
  ]
  const found = [...summaryVerbs, verbAmong(actionWords(operationId))].filter(
    (verb) => verb !== undefined && !manner.has(verb),
  )
  const [called = '', ...more] = wordsOfName(path.split('/').at(-1) ?? '')
  const isCalled =
    !path.endsWith('}') &&
    verbs.has(called) &&
    (found.length === 0 || (more.length === 0 && !nounLike.has(called)))
  return [...new Set([...found, ...(isCalled ? [called] : [])])] as string[]
}

/** "Create/modify/delete variables", "Add or remove members" */
const joinedVerbs = (summary: string): string[] => {
  const [joined] = /^[a-z]+(\s*(\/|,|&|\band\b|\bor\b)\s*[a-z]+)+/i.exec(summary) ?? ['']
  return wordsOfText(joined).filter((word) => verbs.has(word))
}

/** Words that describe the manner and precede the verb. */
const manner = new Set(['batch', 'bulk', 'force', 'permanently', 'mass'])

/**
 * The words of the part of an operationId that names the action: `issues/list-for-repo` -> list for
 * repo.
 */
export const actionWords = (operationId: string): string[] =>
  wordsOfName(operationId.split(/[/.:#]/).findLast((part) => part !== '') ?? '')

/** The verb among the words of an identifier: `getUser`, `user_get`, `order-cancel`. */
export const verbAmong = (words: string[]): string | undefined => {
  const [first] = words
  const last = words.at(-1)
  const isVerb = (word: string | undefined): word is string =>
    word !== undefined && verbs.has(word) && !manner.has(word)
  if (
    words.length === 2 &&
    isVerb(last) &&
    !nounLike.has(last) &&
    first !== undefined &&
    (!isVerb(first) || nounLike.has(first))
  )
    return last
  if (isVerb(first)) return first
  return isVerb(last) ? last : words.find(isVerb)
}
