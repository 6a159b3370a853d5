import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'

export type { Texts }

export const languages = { en, de, fr, es, ja, pt }
export type Language = keyof typeof languages

/** The first language of a list such as `de-AT, en` that there are texts in; English without one. */
export const chooseLanguage = (wanted: readonly (string | null | undefined)[]): Language => {
  for (const tag of wanted) {
    const primary = tag?.trim().toLowerCase().split('-')[0] ?? ''
    if (Object.hasOwn(languages, primary)) return primary as Language
  }
  return 'en'
}

/** Puts values into the places of a text that have their names. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
