import { nounLike, verbs } from './verbs.ts'
import { leadingVerb, wordsOfName, wordsOfText } from './words.ts'

type Named = { method?: string; path: string; operationId: string; summary: string }

/**
 * The actions that an operation names: the verbs of its summary, its operationId and the end of its
 * path.
 */
export const leadingVerbs = ({ method, path, operationId, summary }: Named): string[] => {
  const prose = wordsOfText(summary)
  const summaryVerbs = [
    leadingVerb(prose),
    ...(manner.has(prose[0] ?? '') ? [leadingVerb(prose.slice(1))] : []),
    ...joinedVerbs(summary),
  ]
  const found = [
    ...summaryVerbs,
    verbAmong(actionWords(operationId)),
    verbAmong(lastPart(operationId)),
  ].filter((verb) => verb !== undefined && !manner.has(verb))
  // What a generator makes of the method says nothing of what a POST does.
  const isSaid = found.some((verb) => verb !== method?.toLowerCase() || method === 'GET')
  const [called = '', ...more] = wordsOfName(path.split('/').at(-1) ?? '')
  const isCalled =
    !path.endsWith('}') &&
    verbs.has(called) &&
    (found.length === 0 || ((more.length === 0 || !isSaid) && !nounLike.has(called)))
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

/** `admin_restrictAccess_removeGroup` -> remove group; `tags_get_deleteStatus` -> nothing. */
const lastPart = (operationId: string): string[] => {
  const parts = operationId.split('_')
  const last = parts.pop() ?? ''
  const isName = parts.length > 0 && /[a-z][A-Z]/.test(last)
  return isName && !parts.some((part) => verbs.has(part)) ? wordsOfName(last) : []
}

/** The verb among the words of an identifier: `getUser`, `user_get`, `order-cancel`. */
const verbAmong = (given: string[]): string | undefined => {
  const words = manner.has(given[0] ?? '') ? given.slice(1) : given
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
