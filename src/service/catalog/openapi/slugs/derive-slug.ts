import { verbMatchesEffect } from './verb-matches-effect.ts'
import type { Chain } from './fit-slug.ts'
import { wordsOfId, type IdName } from './id-words.ts'
import { sameNoun } from './number.ts'
import { pathName, type PathName } from './path-words.ts'
import type { ParsedSource } from './slug-source.ts'
import { directObject, shortenedWords, titleWords } from './title-words.ts'
import { withoutToolkit, type ToolkitContext } from './toolkit-words.ts'

/**
 * The names of an operation as words, the best first, regardless of names that others want:
 *
 * 1. the summary, if it begins with a verb, is short ("Create an issue" -> create issue) and no other
 *    operation has it;
 * 2. the operationId, if somebody chose it as a name (`failThing` -> fail thing);
 * 3. method and path (`DELETE /users/{id}` -> delete user).
 *
 * Without a summary, the first sentence of the description takes its place where neither says what
 * the operation does: `chat_delete`, "Deletes a message." -> delete message. A name whose verb
 * contradicts what the operation does ("Search things" of `deleteThings`) is none.
 */
export const deriveNames = (context: ToolkitContext, source: ParsedSource): Names => {
  const { summary, sentence: first } = source
  const { generated, name } = context.readId(source)
  const path = pathName(source.method, source.segments, {
    hasPatch: context.patched.has(source.path),
    verb: generated?.verb,
  })
  const id = name && withoutMethod(name, source.method, path)
  const title = /\S\s+\S/.test(summary.trim())
    ? titleWords(summary, source)
    : completed(source, first)
  const sentence = title.length > 0 ? [] : titleWords(first, source)
  const isTelling = sentence.length > 0 && !context.isShared(first)
  const isVague = id ? !namesObject(context, id, sentence) : path.verb === undefined
  const things = path.things.length === 0 ? ['root'] : path.things.flat()
  const pathWords = path.verb === undefined ? things : [path.verb, ...things]
  const good = [
    ...(context.isShared(summary) ? [] : [title]),
    ...(isTelling && isVague ? [sentence] : []),
    ...(id ? [wordsOfId(id)] : []),
    ...(path.verb === undefined || path.things.length === 0 ? [] : [pathWords]),
  ]
  const clean = (names: string[][]) =>
    names
      .map((words) => withoutToolkit(words, context.toolkit))
      .filter((words) => words.length > 0 && verbMatchesEffect(words, source))
  return {
    good: clean(good),
    chains: toChains(id, path, source),
    toPoor: () => {
      const poor = clean([
        title,
        shortenedWords(summary, source),
        sentence,
        shortenedWords(first, source),
        pathWords,
      ])
      return poor.length > 0 ? poor : [withoutToolkit(pathWords, context.toolkit)]
    },
  }
}

/** `putThresholds` of a PUT -> update thresholds: the method says less than the path. */
const withoutMethod = (id: IdName, method: string, { verb, things }: PathName): IdName => {
  const [own = ''] = id.verb
  const isMethod = own === method.toLowerCase() && id.things.length === 0
  const isThing = sameNoun(things.at(-1)?.at(-1) ?? '', id.rest.at(-1) ?? '')
  const isReplaced =
    isMethod && verb !== undefined && (own === 'put' || (own === 'post' && isThing))
  return isReplaced ? { ...id, verb: [verb] } : id
}

const toChains = (id: IdName | undefined, path: PathName, source: ParsedSource): Chain[] =>
  [
    ...(id ? [{ verb: id.verb, things: [...id.things, id.rest] }] : []),
    ...(path.verb === undefined ? [] : [{ verb: [path.verb], things: path.things }]),
  ].filter(({ verb, things }) => verbMatchesEffect([...verb, ...things.flat()], source))

/** Names of an operation, the best first. */
export type Names = {
  good: string[][]
  /** Good ones that lead from outer things to the one that is meant, and can lose outer ones. */
  chains: Chain[]
  /** What is left when no good name is free: one at least. */
  toPoor: () => string[][]
}

/** A summary that is a verb alone ("Create"), with the object of the description ("Create a deal"). */
const completed = (source: ParsedSource, sentence: string): string[] => {
  if (source.summary === '') return []
  const words = shortenedWords(sentence, source)
  return words.length > 0 && words[0] === source.summary.trim().toLowerCase() ? words : []
}

/** Whether an operationId names what the operation acts on, as its description says. */
const namesObject = (
  { isMentioned }: ToolkitContext,
  { verb, things, hasObject }: IdName,
  sentence: readonly string[],
): boolean => {
  const resource = things.at(-1)?.at(-1)
  if (resource === undefined || sentence.length === 0) return true
  if (!isMentioned(resource)) return false
  return (
    hasObject ||
    usual.has(verb.at(-1) ?? '') ||
    sameNoun(directObject(sentence) ?? resource, resource)
  )
}

/** With these verbs, the thing before the verb is what they act on. */
const usual = new Set(
  'add create delete get insert list patch read remove search update'.split(' '),
)
