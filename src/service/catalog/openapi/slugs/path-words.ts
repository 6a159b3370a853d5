import { isPlural, singular } from './number.ts'
import { beginsNames, nounLike, verbs } from './verbs.ts'
import { wordsOfName } from './words.ts'

export type Segment = {
  words: string[]
  isParameter: boolean
  /** Whether it follows a colon, as the action of `/files/{id}:copy` does. */
  isAction?: boolean
}

/**
 * The segments of a path that name things: without versions, what precedes one (`/rest/api/3`), and
 * file extensions; `:verb` at the end is a segment of its own.
 */
export const pathSegments = (path: string): Segment[] => {
  const [whole = ''] = path.split(/[?#]/, 1)
  const [, before = whole, action] = /^(.*\w\}?):([a-z]+)$/i.exec(whole) ?? []
  const all = before
    .split('/')
    .map((segment) => segment.replace(/\.(json|xml)$/i, ''))
    .filter((segment) => segment !== '')
  const version = all.findIndex(isVersion)
  const named = all.slice(version < 3 ? version + 1 : 0).filter((segment) => !isVersion(segment))
  const segments = named
    .filter((segment) => !/^(api|rest)$/i.test(segment))
    .flatMap((segment): Segment[] => {
      if (/^\{[^{}]*\}$/.test(segment)) return [{ words: wordsOfName(segment), isParameter: true }]
      const parts = segment.replace(/\{[^{}]*\}|\([^()]*\)/g, ' ').split('.')
      // `/chat.postMessage` has two names; elsewhere dots qualify one, as in `/microsoft.graph.send`.
      return (named.length === 1 ? parts : parts.slice(-1)).map((part) => ({
        words: wordsOfName(part),
        isParameter: false,
      }))
    })
  if (action !== undefined)
    segments.push({ words: wordsOfName(action), isParameter: false, isAction: true })
  return segments.filter(({ words }) => words.length > 0)
}

const isVersion = (segment: string): boolean => /^(v\d+[a-z0-9.]*|\d[\d.-]*)$/i.test(segment)

/**
 * The name that method and path give: `GET /users/{id}` -> get user, `GET /users` -> list users,
 * `POST /orders/{id}/cancel` -> cancel order, `POST /users/{id}` -> update user.
 *
 * `verb` is one that the author chose. Without it, a POST to something that is neither a collection
 * nor a verb keeps the words of the path: nothing says what it does.
 */
export const pathName = (
  method: string,
  segments: readonly Segment[],
  { hasPatch, verb }: { hasPatch: boolean; verb?: string | undefined },
): PathName => {
  const last = segments.at(-1)
  const isChosen = verb !== undefined && !(method === 'POST' && making.has(verb))
  const called = isChosen ? undefined : calledVerb(method, segments)
  if (last && called !== undefined) {
    const [, ...own] = last.words
    const things = nouns(segments.slice(0, -1), own.length > 0)
    return { verb: called, things: own.length > 0 ? [...things, own] : things }
  }
  const things = nouns(segments, method === 'POST')
  return {
    verb: verb ?? defaultVerb(method, last, hasPatch),
    things,
  }
}

/** The words of each thing, the outermost first. The root of the path is none. */
export type PathName = { verb: string | undefined; things: string[][] }

/** Verbs that a tool writes for POST, whatever it does. */
const making = new Set(['add', 'create', 'new'])

/** The literal segments, in the singular where a parameter or another segment follows. */
const nouns = (segments: readonly Segment[], isOne: boolean): string[][] =>
  segments.flatMap(({ words, isParameter }, index) => {
    if (isParameter) return []
    const isLast = index === segments.length - 1
    return [isLast && !isOne ? words : [...words.slice(0, -1), singular(words.at(-1) ?? '')]]
  })

/** `POST /orders/{id}/cancel`, `POST /sendMessage`, `GET /customers/search`. */
const calledVerb = (method: string, segments: readonly Segment[]): string | undefined => {
  const last = segments.at(-1)
  const [first, ...more] = last?.words ?? []
  if (!last || last.isParameter || first === undefined) return undefined
  if (last.isAction) return first
  const isAlone = segments.length === 1 && more.length === 0
  if (!verbs.has(first) || method === 'DELETE' || isAlone) return undefined
  if (!nounLike.has(first)) {
    const isThing = method === 'GET' && isPlural(more.at(-1) ?? '')
    return isThing ? undefined : first
  }
  if (more.length > 0) {
    const isCall = segments.length === 1 && method === 'POST' && !isPlural(more.at(-1) ?? '')
    return isCall || beginsNames.has(first) ? first : undefined
  }
  if (method !== 'GET' && method !== 'HEAD') return first
  const isOfCollection = segments.at(-2)?.isParameter === false
  return endsReads.has(first) && (first !== 'list' || isOfCollection) ? first : undefined
}

/** Nouns as often, but verbs at the end of a path that is read. */
const endsReads = new Set('download export list lookup preview query search'.split(' '))

const defaultVerb = (
  method: string,
  last: Segment | undefined,
  hasPatch: boolean,
): string | undefined => {
  const isCollection = last !== undefined && !last.isParameter
  const isSeveral = isCollection && isPlural(last.words.at(-1) ?? '')
  switch (method) {
    case 'GET':
      return isSeveral ? 'list' : 'get'
    case 'POST':
      return isCollection ? (isSeveral ? 'create' : undefined) : 'update'
    case 'PUT':
      return hasPatch ? 'replace' : 'update'
    case 'PATCH':
      return 'update'
    case 'DELETE':
      return 'delete'
    case 'HEAD':
      return 'check'
    default:
      return method.toLowerCase()
  }
}
