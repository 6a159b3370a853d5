/** Elements that draw, and what they may say. Nothing here refers to another place. */
const shapes = new Set(
  'g path rect circle ellipse line polyline polygon text title desc'.split(' '),
)
const attributes = new Set(
  [
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points transform role',
    'fill fill-rule clip-rule fill-opacity opacity stroke stroke-width stroke-linecap',
    'stroke-linejoin stroke-miterlimit stroke-opacity',
    'text-anchor font-family font-size font-weight',
  ].flatMap((names) => names.split(' ')),
)
const texts = new Set(['text', 'title', 'desc'])
const maximumDepth = 20

const declaration = /^<\?xml version="1\.0"(?: encoding="UTF-8")?\?>/i
const token =
  /<\/(?<closed>[a-z]+)\s*>|<(?<opened>[a-z]+)(?<attributes>(?:\s+[a-zA-Z0-9-]+="[^"<&]*")*)\s*(?<empty>\/?)>|(?<text>[^<&]+)/y
const attribute = /([a-zA-Z0-9-]+)="([^"]*)"/g

/**
 * Whether an SVG consists of plain shapes. What is not known is not allowed: no scripts, styles,
 * events, links, images, animations, entities or declarations, so that it can neither run nor load
 * anything, wherever it is shown.
 */
export const isPlainSvg = (content: Uint8Array): boolean => {
  const decoded = decode(content)
  if (decoded === undefined) return false
  const text = decoded.replace(declaration, '').trim()
  const open: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const isFirst = token.lastIndex === 0
    const found = token.exec(text)?.groups
    if (!found) return false
    const { closed, opened, attributes: given = '', empty } = found
    if (opened !== undefined) {
      const isRoot = opened === 'svg' && isFirst
      if (!isRoot && (open.length === 0 || !shapes.has(opened))) return false
      if (texts.has(open.at(-1) ?? '') || !areAllowed(given, isRoot)) return false
      if (!empty) open.push(opened)
      if (open.length === 0 || open.length > maximumDepth) return false
    } else if (closed !== undefined) {
      if (open.pop() !== closed) return false
      if (open.length === 0) return token.lastIndex === text.length
    } else if (!texts.has(open.at(-1) ?? '') && found['text']?.trim() !== '') return false
  }
  return false
}

const areAllowed = (given: string, isRoot: boolean): boolean => {
  const names = new Set<string>()
  for (const [, name = '', value = ''] of given.matchAll(attribute)) {
    const isNamespace = isRoot && name === 'xmlns' && value === 'http://www.w3.org/2000/svg'
    if (names.has(name) || !(isNamespace || (attributes.has(name) && isPlain(value)))) return false
    names.add(name)
  }
  return !isRoot || names.has('xmlns')
}

/** Numbers, colours, names and transformations; no address, and no reference in `url()`. */
const isPlain = (value: string): boolean => /^[\w\s.,#%()+-]*$/.test(value) && !/url/i.test(value)

const decode = (content: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}
