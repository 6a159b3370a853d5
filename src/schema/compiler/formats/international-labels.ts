import { decodePunycode } from './punycode.ts'

/**
 * Whether the labels form an internationalized host name (IDNA 2008: RFC 5890 to 5893); `xn--`
 * labels are decoded first.
 */
export const areInternationalLabels = (labels: readonly string[]): boolean => {
  const plain = labels.map(toPlain)
  if (!plain.every((label) => label !== undefined && isLabel(label))) return false
  const ascii = plain.map((label = '') => toAscii(label) ?? '')
  return (
    keepDirections(plain.map((label = '') => label)) &&
    ascii.every(({ length }) => length >= 1 && length <= 63) &&
    ascii.join('.').length <= 253
  )
}

const toPlain = (label: string): string | undefined => {
  if (!/^xn--/i.test(label)) return label
  const ascii = label.toLowerCase()
  const plain = decodePunycode(ascii.slice(4))
  return plain !== undefined && isInternational(plain) && toAscii(plain) === ascii
    ? plain
    : undefined
}

const isInternational = (label: string): boolean => /[^\0-\x7f]/.test(label)

const toAscii = (label: string): string | undefined => {
  if (!isInternational(label)) return label
  try {
    return new URL(`http://${label}`).hostname
  } catch {
    return undefined
  }
}

const isLabel = (label: string): boolean => {
  if (!isInternational(label)) return /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label)
  if (/^-|-$|^.{2}--|^\p{M}/u.test(label) || label.normalize('NFC') !== label) return false
  return (
    [...label].every(
      (character) =>
        isAllowed(character) ||
        expressions().contexts.some(([joiner, fits]) => joiner.test(character) && fits.test(label)),
    ) &&
    !hasStrayJoiner(label) &&
    !(/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label))
  )
}

/**
 * RFC 5892: letters, digits and marks that normalization does not change, with a few exceptions.
 */
const isAllowed = (character: string): boolean => {
  if (/[a-z\d\-\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/.test(character)) return true
  if (/[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/.test(character)) return false
  if (
    /[\u20d0-\u20ff]|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\p{Default_Ignorable_Code_Point}]/u.test(
      character,
    )
  )
    return false
  return (
    /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]/u.test(character) &&
    character.normalize('NFKC').toLowerCase().normalize('NFKC') === character
  )
}

/**
 * A joiner must follow a virama; a non-joiner may also be between letters that are written joined.
 */
const hasStrayJoiner = (label: string): boolean =>
  /[\u200c\u200d]/.test(
    label.replace(expressions().afterVirama, '').replace(expressions().betweenJoined, ''),
  )

const virama =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u1714\\u1715\\u1734\\u17d2' +
  '\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\u2d7f\\ua806\\ua82c\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed\\u{10a3f}\\u{11046}\\u{1107f}\\u{110b9}\\u{11133}' +
  '\\u{11134}\\u{111c0}\\u{11235}\\u{112ea}\\u{1134d}\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}\\u{116b6}\\u{1172b}\\u{11839}\\u{119e0}\\u{11a34}\\u{11a47}'
const joined =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Mongolian}\\p{Script=Adlam}'

/** RFC 5893: if one label runs from right to left, every label must keep to one direction. */
const keepDirections = (labels: readonly string[]): boolean =>
  !labels.some((label) => expressions().rightToLeft.test(label)) ||
  labels.every((label) => expressions().leftToRightLabel.test(label) || isRightToLeftLabel(label))

const scripts = [
  'Hebrew',
  'Arabic',
  'Syriac',
  'Thaana',
  'Nko',
  'Samaritan',
  'Mandaic',
  'Adlam',
  'Hanifi_Rohingya',
  'Mende_Kikakui',
]
const letters = `(?=[${scripts.map((script) => `\\p{Script=${script}}`).join('')}])\\p{L}`
const numbers = '[\\u0660-\\u0669]'
const inside = `${letters}|${numbers}|[\\d\\u06f0-\\u06f9\\u05f3\\u05f4]`
const isRightToLeftLabel = (label: string): boolean =>
  expressions().rightToLeftLabel.test(label) &&
  !(/[\d\u06f0-\u06f9]/.test(label) && /[\u0660-\u0669]/.test(label))

const createExpressions = () => ({
  /**
   * Characters that are allowed only in some contexts, with the rule for the labels that contain
   * them (RFC 5892, appendix A).
   */
  contexts: [
    [/\u00b7/, /^(?:[^\u00b7]|(?<=l)\u00b7(?=l))*$/],
    [/\u0375/, /^(?:[^\u0375]|\u0375(?=\p{Script=Greek}))*$/u],
    [/[\u05f3\u05f4]/, /^(?:[^\u05f3\u05f4]|(?<=\p{Script=Hebrew})[\u05f3\u05f4])*$/u],
    [/\u30fb/, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
    [/[\u200c\u200d]/, /./],
  ] as readonly [joiner: RegExp, fits: RegExp][],
  afterVirama: new RegExp(`(?<=[${virama}])[\\u200c\\u200d]`, 'gu'),
  betweenJoined: new RegExp(`(?<=[${joined}]\\p{Mn}*)\\u200c(?=\\p{Mn}*[${joined}])`, 'gu'),
  rightToLeft: new RegExp(`${letters}|${numbers}`, 'u'),
  leftToRightLabel: new RegExp(
    `^(?!.*(?:${letters}|${numbers}))[\\p{L}](?:.*[\\p{L}\\p{Mc}\\d])?\\p{Mn}*$`,
    'u',
  ),
  rightToLeftLabel: new RegExp(
    `^${letters}(?:(?:${inside}|[\\p{Mn}\\u200c\\u200d-])*(?:${inside}))?\\p{Mn}*$`,
    'u',
  ),
})

let made: ReturnType<typeof createExpressions> | undefined

/** Made at the first international name: the tables of scripts take milliseconds to read. */
const expressions = () => (made ??= createExpressions())
