import { splitWords } from '../words/split-words.ts'
import type { PhraseHint } from './phrases.ts'

/**
 * What the form of a value says that it is, as tools call it: `#launch` is a channel, `PROJ-12` an
 * issue, wherever they come from.
 */
const kinds: readonly (readonly [form: RegExp, heads: string])[] = [
  [/(?<![\p{L}\p{N}&/])#\p{L}[\p{L}\p{N}_-]{0,80}/gu, 'channel'],
  [/(?<![\p{L}\p{N}.])@\p{L}[\p{L}\p{N}_.-]{0,80}/gu, 'user'],
  [/(?<![\p{L}\p{N}-])[A-Z][A-Z0-9]{1,9}-\d{1,7}(?![\p{L}\p{N}-])/gu, 'issue'],
  [/(?<![\p{L}\p{N}])\+\d[\d ()/-]{6,20}\d/gu, 'sms'],
  [/https?:\/\/\S{1,500}/gu, 'url page'],
  [
    /(?<![\p{L}\p{N}@/.])[\w-]{1,80}\.(?:csv|docx?|gif|html?|jpe?g|json|md|mp[34]|pdf|png|pptx?|py|svg|toml|tsx?|jsx?|txt|xlsx?|xml|ya?ml|zip)(?![\p{L}\p{N}])/giu,
    'file',
  ],
]

/** A word that says so is surer. */
const kindWeight = 0.8

/** Longer texts are data. */
const longestText = 2000
const mostOfKind = 3

/** What every form has; most requests have no such value. */
const someForm = /[#@+]|:\/\/|\.\w|-\d/

/** What the values of a request stand for; their words imply it. */
export const findValueKinds = (text: string): PhraseHint[] =>
  !someForm.test(text)
    ? []
    : kinds.flatMap(([form, heads]) =>
        [...text.slice(0, longestText).matchAll(form)].slice(0, mostOfKind).map(([value]) => ({
          heads: splitWords(heads),
          words: splitWords(value).slice(0, 1),
          isVerb: false,
          weight: kindWeight,
        })),
      )
