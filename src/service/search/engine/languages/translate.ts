import { actionBits } from '../query/actions.ts'
import { isKnown } from '../query/expansions.ts'
import { splitWords } from '../words/split-words.ts'
import { actionWords, functionWords, questionWords, thingWords } from './words.ts'

type Language = keyof typeof functionWords

const languages = Object.keys(functionWords) as Language[]
const columns: Record<Language | 'ja' | 'zh', number> = { de: 1, fr: 2, es: 3, pt: 4, ja: 5, zh: 6 }

/** Shorter words must be equal; longer ones may have another ending. */
const shortestStem = 4

type Translation = {
  text: string
  translated: readonly { original: string; english: string }[]
}

type Entry = { words: readonly string[]; english: string; isAction: boolean }

const fold = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .normalize('NFD')
        .replaceAll(/\p{M}+/gu, '')

/** Whether a text has only ASCII characters, as most have. */
const isPlain = (text: string): boolean => !/[^ -~]/.test(text)

const entriesOf = (column: number): Entry[] =>
  [...toRows(actionWords, true), ...toRows(thingWords, false)]
    .flatMap(({ row, isAction }) =>
      (row[column] ?? '').split(', ').map((said) => ({
        words: column < columns.ja ? said.split(/[\s…]+/) : [said],
        english: row[0] ?? '',
        isAction,
      })),
    )
    .toSorted(
      (a, b) =>
        b.words.length - a.words.length || (b.words[0] ?? '').length - (a.words[0] ?? '').length,
    )

const toRows = (table: string, isAction: boolean): { row: string[]; isAction: boolean }[] =>
  table
    .trim()
    .split('\n')
    .map((line) => ({ row: line.split(' | '), isAction }))

const spaced = new Map(languages.map((language) => [language, entriesOf(columns[language])]))
const unspaced = { ja: entriesOf(columns.ja), zh: entriesOf(columns.zh) }
const functions = new Map(
  languages.map((language) => [language, new Set(functionWords[language].split(' '))]),
)
const englishWords = new Set(
  [...toRows(actionWords, true), ...toRows(thingWords, false)].flatMap(({ row }) =>
    splitWords(row[0] ?? ''),
  ),
)
const questions = new Set(questionWords.split(' '))

const english = new Set(
  'the a an is are of to for with my our and in on at by from this that it i me you we what which who how when where please new all'.split(
    ' ',
  ),
)

/** Words of other languages that English requests have too, so that they prove nothing. */
const ambiguous = new Set(
  'a ai am an as con den die do e en es est hat i im in la las los me no o on os par se so son sur te um war was y'.split(
    ' ',
  ),
)

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * A request of another language in English words, as far as the tables go, with what it asks to do
 * first. Requests in English, and in languages without a table, stay as they are.
 */
export const translate = (text: string): string => translateWords(text).text

/** The same with what stands for what; use cases may be in the language of the request. */
export const translateWords = (text: string): Translation => {
  if (unspacedScript.test(text)) return translateUnspaced(text)
  const words = text.match(/[\p{L}\p{M}\p{N}@#._'’-]+|[^\s\p{L}\p{N}]/gu) ?? []
  const folded = words.map((word) => fold(word).replaceAll('’', "'"))
  const language = recognize(folded)
  return language === undefined
    ? { text, translated: [] }
    : translateSpaced(words, folded, language)
}

const recognize = (words: readonly string[]): Language | undefined => {
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length
  const inEnglish = count(english)
  const ranked = languages
    .map((language) => ({ language, own: count(functions.get(language) ?? new Set()) }))
    .filter(({ own }) => own > 0 && own >= inEnglish)
    .map(({ language, own }) => {
      const known = words.filter((word) =>
        (spaced.get(language) ?? []).some((entry) => startsWith(word, entry.words[0] ?? '')),
      )
      const isProven =
        words.some((word) => functions.get(language)?.has(word) && !ambiguous.has(word)) ||
        known.filter((word) => !isEnglish(word)).length > (own > inEnglish ? 0 : 1)
      return { language, own: isProven ? own : 0, known: known.length }
    })
    .toSorted((a, b) => b.own + b.known - (a.own + a.known))
  const best = ranked[0]
  return best && best.own > 0 && best.known > 0 && best.own + best.known > 2 * inEnglish
    ? best.language
    : undefined
}

/** Whether it is a word of English requests: most actions and many things have the same stem. */
const isEnglish = (word: string): boolean =>
  splitWords(word).every(
    (stem) => englishWords.has(stem) || actionBits(stem) !== 0 || isKnown(stem),
  )

const startsWith = (word: string, stem: string): boolean =>
  stem.length < shortestStem ? word === stem : word.startsWith(stem)

/** German writes several words in one, joined by these; the last is the thing, or what is done. */
const joints = /^(?:ens|en|es|er|s|n|e)?/
const shortestPart = 5

/** The entries that a compound word consists of, and what of it no entry has. */
const splitCompound = (word: string, entries: readonly Entry[]): (Entry | string)[] => {
  const singles = entries.filter(({ words: [stem = ''], words }) => words.length === 1 && stem)
  const parts: (Entry | string)[] = []
  const startOf = (stem: string, from: number) =>
    stem.length < shortestPart ? -1 : word.indexOf(stem, from)
  const first = singles.find(({ words: [stem = ''] }) => startsWith(word, stem))
  let from = first?.words[0]?.length ?? 0
  if (first) parts.push(first)
  for (const entry of first ? singles : singles.toSorted(byLength)) {
    const [stem = ''] = entry.words
    const start = startOf(stem, Math.max(from, first ? 0 : 3))
    const between = start < 0 ? '' : word.slice(from, start)
    if (start < 0 || (first && between.replace(joints, '') !== '')) continue
    if (!first) parts.push(between)
    parts.push(entry)
    from = start + stem.length
    break
  }
  return parts
}

const byLength = (a: Entry, b: Entry) => (b.words[0] ?? '').length - (a.words[0] ?? '').length

const translateSpaced = (
  words: readonly string[],
  folded: readonly string[],
  language: Language,
): Translation => {
  const translated: { original: string; english: string }[] = []
  const actions: string[] = []
  const rest: string[] = []
  const add = (original: string, { isAction, english }: Entry) => {
    ;(isAction ? actions : rest).push(english)
    translated.push({ original, english })
  }
  const entries = spaced.get(language) ?? []
  const isQuestion = questions.has(folded.find((word) => /\p{L}/u.test(word)) ?? '')
  for (let at = 0; at < words.length; at++) {
    const found = entries.find((entry) =>
      entry.words.every((word, offset) => startsWith(folded[at + offset] ?? '', word)),
    )
    const parts =
      language === 'de' && (found?.words.length ?? 1) === 1
        ? splitCompound(folded[at] ?? '', entries)
        : []
    if (parts.length > 1) {
      for (const part of parts)
        if (typeof part === 'string') rest.push(part)
        else add(words[at] ?? '', part)
    } else if (found) {
      add(words.slice(at, at + found.words.length).join(' '), found)
      at += found.words.length - 1
    } else if (!functions.get(language)?.has(folded[at] ?? '')) rest.push(words[at] ?? '')
  }
  return { text: [...(isQuestion ? ['which'] : []), ...actions, ...rest].join(' '), translated }
}

const segmenters = {
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
}

const translateUnspaced = (text: string): Translation => {
  const translated: { original: string; english: string }[] = []
  const language = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : 'zh'
  const entries = unspaced[language]
  const words = new Map(
    [...segmenters[language].segment(text)].map(({ index, segment }) => [index, segment]),
  )
  const actions: string[] = []
  const rest: string[] = []
  let other = ''
  for (let at = 0; at < text.length;) {
    const found = entries
      // A single character is a word only where it stands alone.
      .filter(
        ({ words: [said = ''] }) =>
          text.startsWith(said, at) && (said.length > 1 || words.get(at) === said),
      )
      .reduce<Entry | undefined>(
        (longest, entry) =>
          (entry.words[0]?.length ?? 0) > (longest?.words[0]?.length ?? 0) ? entry : longest,
        undefined,
      )
    if (!found) {
      other += text[at] ?? ''
      at++
      continue
    }
    rest.push(other)
    other = ''
    ;(found.isAction ? actions : rest).push(found.english)
    translated.push({ original: found.words[0] ?? '', english: found.english })
    at += found.words[0]?.length ?? 1
  }
  return { text: [...actions, ...rest, other].join(' '), translated }
}
