import type { Context } from 'hono'
import { html } from 'hono/html'
import { chooseLanguage, type Language } from './language.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'

export type { Texts }

export const allTexts: Record<Language, Texts> = { en, de, fr, es, ja, pt }

/** The texts in the language of a page. */
export const textsOf = (context: Pick<Context, 'req'>): Texts => allTexts[chooseLanguage(context)]

/** A project without a name, at the beginning of a sentence. */
export const theApplicationFirst = ({ theApplication }: Texts): string =>
  theApplication.charAt(0).toUpperCase() + theApplication.slice(1)

type Html = ReturnType<typeof html>
type Values<Value> = { [name: string]: Value | null }

/**
 * A text in its pieces. A project without a name of its own (`project: null`) is "the application".
 */
const fill = <Value>(texts: Texts, key: keyof Texts, values: Values<Value>): (string | Value)[] =>
  texts[key].split(/\{(\w+)\}/).map((piece, index, pieces) => {
    if (index % 2 === 0) return piece
    const value = values[piece]
    if (value !== null && value !== undefined) return value
    return index === 1 && pieces[0] === '' ? theApplicationFirst(texts) : texts.theApplication
  })

/** A text with values, which are escaped unless they are HTML of ours. */
export const say = (
  texts: Texts,
  key: keyof Texts,
  values: Values<string | number | Html> = {},
): Html => html`${fill(texts, key, values)}`

/** The same as plain text, for titles and attributes. */
export const sayText = (texts: Texts, key: keyof Texts, values: Values<string> = {}): string =>
  fill(texts, key, values).join('')

/** A value that stands out, in whichever direction it is written. */
export const strong = (text: string): Html => html`<bdi><strong>${text}</strong></bdi>`
