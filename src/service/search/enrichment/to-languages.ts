import { mostLanguages } from './settings.ts'

/**
 * The codes of a comma-separated list, such as `en,de,ja`, in their usual form.
 *
 * @example
 * toLanguages('EN, pt-br') // { languages: ['en', 'pt-BR'] }
 */
export const toLanguages = (text: string): { languages: string[] } | { problem: string } => {
  const codes = text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const languages = new Set<string>()
  for (const code of codes) {
    const name = nameOfLanguage(code)
    if (name === undefined)
      return { problem: `names "${code}", which is no language; use codes such as en, de or ja` }
    languages.add(Intl.getCanonicalLocales(code)[0] ?? code)
  }
  if (languages.size === 0) return { problem: 'names no language' }
  if (languages.size > mostLanguages)
    return { problem: `names ${languages.size} languages; the maximum is ${mostLanguages}` }
  return { languages: [...languages] }
}

let names: Intl.DisplayNames | undefined

/** In English; undefined for what is no code of a language. */
export const nameOfLanguage = (code: string): string | undefined => {
  try {
    names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    return names.of(code)
  } catch {
    return undefined
  }
}
