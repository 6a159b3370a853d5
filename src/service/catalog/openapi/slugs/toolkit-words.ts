import { idName, idSegments, manner, type IdName } from './id-words.ts'
import { leadingVerbs } from './leading-verbs.ts'
import { singular } from './number.ts'
import { pathSegments } from './path-words.ts'
import { readGeneratedId, type GeneratedId } from './generated-id.ts'
import type { ParsedSource, SlugSource } from './slug-source.ts'
import { firstSentence } from './title-words.ts'
import { destructiveVerbs, nounLike, verbs } from './verbs.ts'
import { prepositions, wordsOfText } from './words.ts'

/** What the operations of one toolkit have in common, which the name of each leaves out. */
export type ToolkitContext = {
  toolkit: string
  sources: ParsedSource[]
  /**
   * Whether descriptions mention a thing that operationIds name: in `chat_delete`, "Deletes a
   * message", chat is a heading.
   */
  isMentioned: (resource: string) => boolean
  /** Whether several operations have this title: it then names none of them. */
  isShared: (title: string) => boolean
  /** What an operationId is: a name, or what a tool made of the path, or neither. */
  readId: (source: ParsedSource) => ReadId
  /** Paths with a PATCH beside them. */
  patched: ReadonlySet<string>
}

type ReadId = { name?: IdName | undefined; generated?: GeneratedId | undefined }

/** No text is read further. */
const mostRead = 500

/** Reads the operations of a toolkit together, in steps. */
export const readContext = function* (
  toolkit: string,
  given: readonly SlugSource[],
): Generator<void, ToolkitContext> {
  const split: ReturnType<typeof idSegments>[] = []
  for (const source of given) {
    split.push(idSegments(withoutPath(source)))
    yield
  }
  const prefix = commonPrefix(split.filter((segments) => segments.length > 0))
  const sources: ParsedSource[] = []
  for (const [index, source] of given.entries()) {
    sources.push(toParsed(source, withoutPrefix(split[index] ?? [], prefix, source)))
    yield
  }
  const ids = yield* readIds(sources)
  const mentioned = mentionedResources(ids)
  const titles = countTitles(sources)
  return {
    toolkit,
    sources,
    isMentioned: (resource) => mentioned.has(singular(resource)),
    isShared: (title) => (titles.get(title) ?? 0) > 1,
    readId: (source) => ids.get(source) ?? {},
    patched: new Set(sources.flatMap(({ method, path }) => (method === 'PATCH' ? [path] : []))),
  }
}

const toParsed = (source: SlugSource, id: ParsedSource['id']): ParsedSource => ({
  ...source,
  summary: source.summary.slice(0, mostRead),
  description: source.description.slice(0, mostRead),
  segments: pathSegments(source.path),
  depth: source.path.split('/').length,
  sentence: firstSentence(source.description.slice(0, mostRead)),
  id,
  isDestructive:
    source.method === 'DELETE' || leadingVerbs(source).some((verb) => destructiveVerbs.has(verb)),
})

/** A short id counts as generated where most are: `getUsers` beside `getUsersId`. */
const readIds = function* (
  sources: readonly ParsedSource[],
): Generator<void, Map<ParsedSource, ReadId>> {
  const generated: ReturnType<typeof readGeneratedId>[] = []
  for (const source of sources) {
    generated.push(readGeneratedId(source))
    yield
  }
  const isUsual = generated.filter((id) => id?.isShort === false).length * 2 > sources.length
  const ids = new Map<ParsedSource, ReadId>()
  for (const [index, source] of sources.entries()) {
    const made = generated[index]
    ids.set(
      source,
      made && (!made.isShort || isUsual) ? { generated: made } : { name: idName(source) },
    )
    yield
  }
  return ids
}

/** `get-/users/{id}_getById` -> nothing: what follows a path is no name. */
const withoutPath = ({ operationId, path }: SlugSource): string =>
  path.length > 1 && operationId.includes(path) ? '' : operationId

const mentionedResources = (ids: ReadonlyMap<ParsedSource, ReadId>): Set<string> => {
  const mentioned = new Set<string>()
  for (const [source, { name }] of ids) {
    const resource = singular(name?.things.at(-1)?.at(-1) ?? '')
    if (resource === '' || mentioned.has(resource)) continue
    const text = wordsOfText(`${source.summary} ${source.description}`)
    if (text.some((word) => singular(word) === resource)) mentioned.add(resource)
  }
  return mentioned
}

/** How many operations have a title, without deprecated ones: those may repeat the others'. */
const countTitles = (sources: readonly ParsedSource[]): Map<string, number> => {
  const titles = new Map<string, number>()
  for (const { summary, sentence, isDeprecated } of sources) {
    if (isDeprecated) continue
    for (const title of new Set([summary, sentence].filter(Boolean)))
      titles.set(title, (titles.get(title) ?? 0) + 1)
  }
  return titles
}

/** The segments with which all ids begin. */
const commonPrefix = (ids: readonly string[][][]): string[][] => {
  const [first = []] = ids
  if (ids.length < 2) return []
  const length = first.findIndex((words, index) =>
    ids.some((segments) => segments[index]?.join() !== words.join()),
  )
  const shared = first.slice(0, length < 0 ? first.length : length)
  return shared.filter((words) => !words.every((word) => verbs.has(word) && !nounLike.has(word)))
}

/**
 * Leaves out shared segments as long as the rest still names a thing: `users.messages.send` ->
 * messages send, but `users.stop` stays. The name of the product before the path's version
 * (`/webmasters/v3`) is left out too.
 */
const withoutPrefix = (segments: string[][], prefix: string[][], { path }: SlugSource) => {
  const shared = prefix.findIndex((words, index) => segments[index]?.join() !== words.join())
  const longest = shared < 0 ? prefix.length : shared
  const root = /^\/([a-z]+)\/v\d+[a-z0-9]*\//i.exec(path)?.[1]?.toLowerCase()
  const isRoot = longest === 0 && segments.length > 2 && segments[0]?.join('') === root
  for (let count = isRoot ? 1 : longest; count > 0; count -= 1) {
    const rest = segments.slice(count)
    if (rest.length > 1 || namesThing(rest[0] ?? [])) return rest
  }
  return segments
}

const namesThing = (action: string[]): boolean => {
  const [next] = action.filter((word) => !manner.has(word)).slice(1)
  return next !== undefined && !prepositions.has(next) && !verbs.has(next)
}

/**
 * The slug begins with the toolkit's name already: "Get GitHub meta information" -> get meta
 * information, "Send email with SendGrid" -> send email.
 */
export const withoutToolkit = (words: readonly string[], toolkit: string): string[] => {
  const names = new Set([toolkit, toolkit.replace(/[-_]/g, '')].map((name) => name.toLowerCase()))
  const kept: string[] = []
  for (const [index, word] of words.entries()) {
    if (names.has(word) && kept.length > 0) {
      // "… of GitHub" loses its preposition with it; "… of GitHub Actions" needs it.
      if (index === words.length - 1) trimPrepositions(kept)
      continue
    }
    kept.push(word)
  }
  return kept.length > 1 ? kept : [...words]
}

const trimPrepositions = (words: string[]): void => {
  while (words.length > 2 && prepositions.has(words.at(-1) ?? '')) words.pop()
}
