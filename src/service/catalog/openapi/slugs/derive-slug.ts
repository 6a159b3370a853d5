import { shortHash } from './short-hash.ts'
import { actionWords, verbAmong } from './leading-verbs.ts'
import { leadingVerb, withoutArticles, wordsOfName, wordsOfText } from './words.ts'

export type SlugSource = {
  key: string
  method: string
  path: string
  operationId: string
  summary: string
  isDeprecated: boolean
}

export const maximumSlugLength = 64

/**
 * The preferred slug of an operation, regardless of others: verb first, then its object.
 *
 * From the summary when it begins with a verb and fits ("Create an issue" -> GITHUB_CREATE_ISSUE),
 * else from the operationId, else from method and path. When none fits, it is cut at a word and
 * ends in a hash of the operation.
 */
export const deriveSlug = (toolkit: string, source: SlugSource): string => {
  const candidates = [summaryWords, operationIdWords, pathWords]
    .map((wordsOf) => withoutToolkit(wordsOf(source), toolkit))
    .filter((words) => words.length > 0)
  const fitting = candidates
    .map((words) => fitSlug(toolkit, words))
    .find((slug) => slug !== undefined)
  return fitting ?? cutSlug(toolkit, candidates[0] ?? [], source.key)
}

const summaryWords = ({ summary, operationId }: SlugSource): string[] => {
  const words = wordsOfText(summary)
  const verb = leadingVerb(words) ?? agreedVerb(words, operationId)
  return verb === undefined || words.length < 2 ? [] : [verb, ...withoutArticles(words.slice(1))]
}

/**
 * "Echo a message", `echoMessage`: a word before an article that also begins the operationId is a
 * verb, even an unknown one.
 */
const agreedVerb = ([first, second]: string[], operationId: string): string | undefined =>
  second !== undefined &&
  withoutArticles([second]).length === 0 &&
  actionWords(operationId)[0] === first
    ? first
    : undefined

/**
 * `issues/list-for-repo` -> list issues for repo: the verb, the group of the operationId, the rest.
 */
const operationIdWords = ({ operationId }: SlugSource): string[] => {
  const isSaying = (word: string) => word !== 'controller'
  const action = actionWords(operationId).filter(isSaying)
  const all = wordsOfName(operationId).filter(isSaying)
  const verb = verbAmong(action) ?? verbAmong(all)
  if (verb === undefined) return []
  const group = all.slice(0, all.length - action.length).filter((word) => !action.includes(word))
  return [verb, ...group, ...without(action, verb)]
}

const without = (words: string[], word: string): string[] => {
  const index = words.indexOf(word)
  return index < 0 ? words : words.toSpliced(index, 1)
}

/**
 * `GET /v1/users/{id}` -> get user, `GET /v1/users` -> list users, `POST /orders/{id}/cancel` ->
 * cancel order.
 */
const pathWords = ({ method, path }: SlugSource): string[] => {
  const segments = path
    .split(/[/?#]/)
    .filter((segment) => segment !== '' && !/^(v\d+(\.\d+)*|api|rest)$/i.test(segment))
  const nouns = segments.flatMap((segment, index) => {
    if (segment.startsWith('{')) return []
    const words = wordsOfName(segment.replace(/\{.*?\}/g, ' '))
    return segments[index + 1]?.startsWith('{')
      ? [...words.slice(0, -1), singular(words.at(-1) ?? '')]
      : words
  })
  const isCollection = !(segments.at(-1) ?? '').startsWith('{')
  const called = isCollection && segments.length > 1 ? leadingVerb(nouns.slice(-1)) : undefined
  if (called !== undefined && method !== 'GET') return [called, ...nouns.slice(0, -1)]
  const verb = method === 'GET' && !isCollection ? 'get' : (verbOf[method] ?? method.toLowerCase())
  if (nouns.length === 0) return [verb, 'root']
  return [
    verb,
    ...(verb === 'create' ? [...nouns.slice(0, -1), singular(nouns.at(-1) ?? '')] : nouns),
  ]
}

const verbOf: Record<string, string> = {
  GET: 'list',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
  HEAD: 'check',
}

const singular = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(ss|sh|ch|x)es$/, '$1')
        .replace(/([^siu])s$/, '$1')

/**
 * The slug begins with the toolkit's name already: "Get GitHub meta information" -> get meta
 * information.
 */
const withoutToolkit = (words: string[], toolkit: string): string[] => {
  const kept: string[] = []
  for (const word of words) {
    if (word === toolkit.toLowerCase() && kept.length > 0) {
      // "… of GitHub" loses its preposition with it; "… of GitHub Actions" needs it.
      if (word === words.at(-1) && prepositions.has(kept.at(-1) ?? '')) kept.pop()
      continue
    }
    kept.push(word)
  }
  return kept.length > 1 ? kept : words
}

const prepositions = new Set(['for', 'of', 'in', 'on', 'to', 'at', 'with', 'from', 'by', 'as'])

/**
 * The slug of these words, without small words if necessary; undefined when it is still too long.
 */
export const fitSlug = (toolkit: string, words: string[]): string | undefined =>
  [words, words.filter((word) => !prepositions.has(word) && word !== 'and')]
    .map((wanted) => toSlug(toolkit, wanted))
    .find((slug) => slug.length <= maximumSlugLength)

export const cutSlug = (toolkit: string, words: string[], key: string): string => {
  const ending = shortHash(key)
  let slug = toSlug(toolkit, [])
  for (const word of words.map((part) => part.toUpperCase())) {
    if (slug.length + word.length + ending.length + 2 > maximumSlugLength) break
    slug = `${slug}_${word}`
  }
  return `${slug}_${ending}`
}

/** The cut slug with the first unused hash. */
export const cutFreeSlug = (
  toolkit: string,
  words: string[],
  key: string,
  isTaken: (slug: string) => boolean,
): string => {
  for (let attempt = 1; ; attempt += 1) {
    const slug = cutSlug(toolkit, words, attempt === 1 ? key : `${key} ${attempt}`)
    if (!isTaken(slug)) return slug
  }
}

const toSlug = (toolkit: string, words: string[]): string =>
  [toolkit.replaceAll('-', '_'), ...words].join('_').toUpperCase()
