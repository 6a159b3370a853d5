import { actionWords } from './leading-verbs.ts'
import type { ParsedSource } from './slug-source.ts'
import { isArticle, leadingVerb, prepositions, withoutArticles, wordsOfText } from './words.ts'

/** What may name the verb that a title begins with. */
type Named = Pick<ParsedSource, 'operationId' | 'segments'>

/** More words are a sentence, not a name. */
const mostWords = 7

/**
 * The words of an operation's title when it names the tool: it begins with a verb and is short.
 *
 * A list stays a list ("Retrieve a list of users" -> list users), and words that say nothing are
 * dropped ("Retrieve an existing firewall" -> retrieve firewall).
 */
export const titleWords = (title: string, source: Named): string[] => {
  const [head = ''] = title.split(/[,;](?=\s)/, 1)
  const whole = plainWords(title, source)
  const words = whole.length > mostWords ? plainWords(head, source) : whole
  return words.length <= mostWords ? words : []
}

/** The first sentence of a description, without a lead such as "Use this endpoint to". */
export const firstSentence = (description: string): string => {
  const text = description.replace(/^(\s|<[^<>]*>)+/, '')
  const [sentence = ''] = text.split(/[.!?](?=\s|<|$)|\n|:\s|;/, 1)
  return sentence.replace(
    /^(you can )?(use )?(this|the) (api|call|endpoint|method|operation|request) (allows|enables|is used|lets|to)?\s*(you |users )?(to )?/i,
    '',
  )
}

/** The title up to where it begins to explain, however long. */
export const shortenedWords = (title: string, source: Named): string[] => {
  const [head = ''] = title.split(
    /[,;:.](?=\s|$)|\s(?:that|which|who|whose|where|when|before|after|if|with|using|including|based|identified|via|so)\s/i,
    1,
  )
  return plainWords(head, source).slice(0, mostWords)
}

const plainWords = (title: string, source: Named): string[] => {
  const words = isBoilerplate(title) ? [] : wordsOfText(title)
  const [first = '', ...others] = words
  const adverb = adverbs.has(first) && leadingVerb(others) !== undefined ? [first] : []
  const rest = adverb.length > 0 ? others : words
  const verb = commandOf(rest) ?? agreedVerb(rest, source)
  if (verb === undefined || rest.length < 2) return []
  const object = withoutFiller(verb, rest.slice(1))
  if (object.length === 0) return []
  const isList = asking.has(verb) && /^list of ./.test(object.join(' '))
  return isList ? ['list', ...object.slice(2)] : [...adverb, verb, ...object]
}

/** What generators write: `addCards()`, "Invoke action send", "POST method", "… navigation property …". */
const isBoilerplate = (title: string): boolean =>
  /^\s*[\w.]+\([^()]*\)\s*$/.test(title) ||
  /^(invoke|call|execute|get|post|put|patch|delete) (the )?(action|function|method|operation)\b|\bnavigation property\b/i.test(
    title,
  )

/** "Returns a user" -> get: what it returns is no command. */
const commandOf = (words: string[]): string | undefined =>
  words[0] === 'returns' ? 'get' : words[0] === 'provides' ? undefined : leadingVerb(words)

/**
 * "Echo a message", `echoMessage`: a word before an article that also begins the operationId, or the
 * end of the path, is a verb, even an unknown one.
 */
const agreedVerb = (
  [first = '', second]: string[],
  { operationId, segments }: Named,
): string | undefined =>
  isArticle(second)
    ? [actionWords(operationId)[0], segments.at(-1)?.words[0]].find(
        (word) => word !== undefined && (word === first || `${word}s` === first),
      )
    : undefined

/** Adverbs before the verb, as in "Permanently delete a contact". */
const adverbs = new Set('fully immediately manually partially permanently selectively'.split(' '))

const asking = new Set('fetch get obtain provide read retrieve return show view'.split(' '))

const filler = new Set('certain existing given particular provided specific specified'.split(' '))

const withoutFiller = (verb: string, words: string[]): string[] =>
  withoutArticles(words)
    .filter((word) => !filler.has(word))
    .filter((_, index, all) => !isOneOrMore(all, index) && !isInstanceOf(all, index))
    .filter((word, index) => !(index === 0 && word === 'new' && making.has(verb)))
    .filter((word, index) => !(index === 0 && (word === 'paginated' || word === 'single')))

const isOneOrMore = (words: string[], index: number): boolean =>
  [0, 1, 2].some((back) => words.slice(index - back, index - back + 3).join(' ') === 'one or more')

const isInstanceOf = (words: string[], index: number): boolean =>
  index < 2 && words.length > 2 && words[0] === 'instance' && words[1] === 'of'

const making = new Set('add create generate insert make register'.split(' '))

/** The noun that a title's verb acts on: "Remove a user from a channel" -> user. */
export const directObject = (words: readonly string[]): string | undefined => {
  if (prepositions.has(words[1] ?? '')) return undefined
  const end = words.findIndex(
    (word, index) => index > 1 && (prepositions.has(word) || word === 'and' || word === 'or'),
  )
  return words.slice(1, end < 0 ? undefined : end).at(-1)
}
