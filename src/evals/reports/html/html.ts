/** HTML that is inserted unescaped; everything else is escaped. */
type Markup = { readonly markup: string }

type Value = Markup | string | number | null | undefined | readonly Value[]

/**
 * Builds HTML from a template, in which every value that is not markup is escaped.
 *
 * @example
 * html`<li>${name}</li>`.markup
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Markup => ({
  markup: String.raw({ raw: strings }, ...values.map(toText)),
})

/** Inserts text that is known to be safe without escaping it. */
export const raw = (markup: string): Markup => ({ markup })

const toText = (value: Value): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'markup' in value ? value.markup : value.map(toText).join('')
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
