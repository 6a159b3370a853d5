import { decodeReferences } from './decode-references.ts'
import { kindOfElement } from './kind-of-element.ts'
import { readTag } from './read-tag.ts'

/**
 * Strips HTML: the text that a browser shows, with a line break before each block.
 *
 * Only known HTML elements are markup. `a < b`, `List<String>`, `<your-key>` and text between
 * backticks are kept. Every character is read a bounded number of times.
 *
 * @example
 * htmlToText('<p>List <b>all</b></p><!-- seen by no person -->') // 'List all'
 */
export const htmlToText = (text: string): string => {
  if (!/[<&]/.test(text)) return text
  const code = createCodeTest(text)
  let shown = ''
  let from = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', Math.max(from, at + 1))) {
    if (code(at)) continue
    const tag = readTag(text, at)
    const kind = tag && kindOfElement(tag.name)
    if (!tag || !kind) continue
    shown +=
      decodeReferences(text.slice(from, at)) + (kind === 'item' && tag.isEnd ? '' : breaks[kind])
    from = kind === 'hidden' && !tag.isEnd ? endOfHidden(text, tag.end, tag.name) : tag.end
  }
  return tidy(shown + decodeReferences(text.slice(from)), from > 0)
}

const breaks = { comment: '', inline: '', hidden: '', line: '\n', item: '\n- ', paragraph: '\n\n' }

/** The content of scripts and similar elements is not text. */
const endOfHidden = (text: string, from: number, name: string): number => {
  const end = text.slice(from).search(new RegExp(`</${name}[\\s/>]`, 'i'))
  const close = end === -1 ? -1 : text.indexOf('>', from + end)
  return close === -1 ? text.length : close + 1
}

/**
 * Whether an index is between two backticks, where Markdown shows tags literally; called with
 * ascending indexes.
 */
const createCodeTest = (text: string): ((at: number) => boolean) => {
  let isCode = false
  let next = text.indexOf('`')
  return (at) => {
    while (next !== -1 && next < at) {
      isCode = !isCode
      next = text.indexOf('`', next + 1)
    }
    return isCode && next !== -1
  }
}

const tidy = (text: string, hadMarkup: boolean): string =>
  hadMarkup
    ? text
        .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
    : text
