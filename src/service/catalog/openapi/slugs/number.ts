/** Words that name the same thing in both numbers, or that mean another thing without their s. */
const fixed = new Set(
  `access address alias analysis analytics aws basis bonus bus business canvas chassis cms credentials details diagnostics dns dss
  express focus gas gps https ios is kubernetes lens logistics loss news os plus preferences previous process progress rss sales
  saas sas series settings sms species ssl statistics stats status success tls this us virus vps wireless does has was as its
  media data metadata info history people`.split(/\s+/),
)

const irregular = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['statuses', 'status'],
  ['aliases', 'alias'],
  ['addresses', 'address'],
  ['analyses', 'analysis'],
  ['bonuses', 'bonus'],
  ['buses', 'bus'],
  ['businesses', 'business'],
  ['processes', 'process'],
  ['canvases', 'canvas'],
  ['viruses', 'virus'],
  ['caches', 'cache'],
  ['cookies', 'cookie'],
  ['movies', 'movie'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
  ['criteria', 'criterion'],
  ['ids', 'id'],
  ['apis', 'api'],
])

/** The singular of a lower-case noun: companies -> company, statuses -> status, news -> news. */
export const singular = (word: string): string => {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (!word.endsWith('s') || word.length < 4 || fixed.has(word) || /(ss|us|is)$/.test(word))
    return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|zz)es$/, '$1')
    .replace(/([^s])s$/, '$1')
}

/** Whether a word names several things. */
export const isPlural = (word: string): boolean => word === 'people' || singular(word) !== word

export const sameNoun = (one: string, other: string): boolean =>
  one === other || (one.charAt(0) === other.charAt(0) && singular(one) === singular(other))
